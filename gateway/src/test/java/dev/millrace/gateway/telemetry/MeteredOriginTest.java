package dev.millrace.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.Origin;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MeteredOriginTest {
  @Test
  void nothing_that_an_origin_can_be_asked_is_left_to_a_default() {
    assertThat(Arrays.stream(Origin.class.getMethods()).map(MeteredOriginTest::signature))
        .isSubsetOf(
            Arrays.stream(MeteredOrigin.class.getDeclaredMethods())
                .map(MeteredOriginTest::signature)
                .toList());
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
