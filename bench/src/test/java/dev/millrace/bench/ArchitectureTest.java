package dev.millrace.bench;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysFalse;
import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Keeps the shape of the whole: which module may use which, and habits that hold in all of them.
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.millrace");

  /// The modules, those to come included.
  enum Module {
    CACHE,
    TLS,
    TLS_NATIVE,
    SEAL,
    STORE,
    S3,
    S3_AWSSDK,
    FLEET,
    FLEET_ZOOKEEPER,
    GATEWAY,
    BENCH;

    private List<Module> uses() {
      return switch (this) {
        case CACHE, SEAL, S3, FLEET -> List.of();
        case TLS -> List.of(CACHE);
        case TLS_NATIVE -> List.of(TLS);
        case S3_AWSSDK -> List.of(S3);
        case FLEET_ZOOKEEPER -> List.of(FLEET);
        case STORE -> List.of(SEAL);
        case GATEWAY -> List.of(CACHE, TLS, SEAL, STORE, S3, FLEET);
        case BENCH -> List.of(CACHE, TLS, SEAL, STORE, S3, S3_AWSSDK, FLEET, GATEWAY);
      };
    }

    String packages() {
      return switch (this) {
        case S3_AWSSDK -> "dev.millrace.s3.awssdk..";
        case FLEET_ZOOKEEPER -> "dev.millrace.fleet.zookeeper..";
        default -> "dev.millrace." + name().replace("_", "").toLowerCase(Locale.ROOT) + "..";
      };
    }

    DescribedPredicate<JavaClass> classes() {
      DescribedPredicate<JavaClass> inside = resideInAPackage(packages());
      return switch (this) {
        case S3 -> inside.and(not(S3_AWSSDK.classes()));
        case FLEET -> inside.and(not(FLEET_ZOOKEEPER.classes()));
        default -> inside;
      };
    }

    /// The classes that code of this module may use of ours.
    DescribedPredicate<JavaClass> reach() {
      return anyOf(Stream.concat(Stream.of(this), uses().stream()));
    }

    static DescribedPredicate<JavaClass> anyOf(Stream<Module> modules) {
      return modules.map(Module::classes).reduce(alwaysFalse(), (one, other) -> one.or(other));
    }
  }

  @ParameterizedTest
  @EnumSource(Module.class)
  void a_module_uses_only_those_that_the_design_lets_it(Module module) {
    noClasses()
        .that(module.classes())
        .should()
        .dependOnClassesThat(resideInAPackage("dev.millrace..").and(not(module.reach())))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void every_class_belongs_to_a_module_of_the_design() {
    classes().should(ArchConditions.be(Module.anyOf(Stream.of(Module.values())))).check(CLASSES);
  }

  @Test
  void the_classes_of_the_other_modules_are_seen() {
    assertThat(CLASSES)
        .extracting(JavaClass::getName)
        .contains(
            "dev.millrace.cache.SessionCache",
            "dev.millrace.fleet.placement.Placement",
            "dev.millrace.fleet.zookeeper.ZooKeeperMembershipProvider",
            "dev.millrace.s3.ObjectFacts",
            "dev.millrace.s3.awssdk.MillraceHttpClient",
            "dev.millrace.tls.MillraceProvider",
            "dev.millrace.tlsnative.ConscryptCryptography",
            "dev.millrace.gateway.Gateway");
  }

  @Test
  void packages_form_no_cycle() {
    // What tls exports is both its door and its hooks: it calls the inside, and is called by it.
    slices()
        .assignedFrom(new ByPackage())
        .should()
        .beFreeOfCycles()
        .ignoreDependency(resideInAPackage("dev.millrace.tls"), alwaysTrue())
        .check(CLASSES);
  }

  @Test
  void only_commands_and_benches_write_to_the_standard_streams() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..command..", Module.BENCH.packages())
        .should(ACCESS_STANDARD_STREAMS)
        .check(CLASSES);
  }

  @Test
  void libraries_log_through_the_system_logger() {
    noClasses()
        .that()
        .resideOutsideOfPackages(Module.GATEWAY.packages(), Module.BENCH.packages())
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(CLASSES);
  }

  @Test
  void classes_are_named_for_what_they_are() {
    noClasses().should().haveNameMatching(".*(Impl|Utils?|Manager|Helper|Support)").check(CLASSES);
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
