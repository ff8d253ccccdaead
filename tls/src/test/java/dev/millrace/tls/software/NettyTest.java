package dev.millrace.tls.software;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.MillraceProvider;
import dev.millrace.tls.testing.TestIdentity;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Netty's SslHandler over our TLS on one side, which it is told by the provider, and the JDK's on
/// the other.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NettyTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final Provider OURS = new MillraceProvider();
  private static final Provider JDK = Security.getProvider("SunJSSE");

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<SslCloseCompletionEvent> closed = new LinkedBlockingQueue<>();

  /// Where delegated tasks run.
  enum Tasks {
    ON_THE_EVENT_LOOP,
    ELSEWHERE
  }

  record Case(String tls, Provider client, Provider server, Tasks tasks) {}

  static Stream<Case> all() {
    List<Case> all = new ArrayList<>();
    for (String tls : List.of("TLSv1.3", "TLSv1.2")) {
      for (Tasks tasks : Tasks.values()) {
        all.add(new Case(tls, OURS, JDK, tasks));
        all.add(new Case(tls, JDK, OURS, tasks));
      }
    }
    return all.stream();
  }

  @AfterEach
  void shutDown() {
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    threads.shutdownNow();
  }

  private Executor executor(Tasks tasks) {
    return switch (tasks) {
      case ON_THE_EVENT_LOOP -> Runnable::run;
      case ELSEWHERE -> threads;
    };
  }

  @ParameterizedTest
  @MethodSource("all")
  void data_goes_both_ways_and_the_second_connection_resumes_the_first(Case test) throws Exception {
    SslContext client = client(test.client, test.tls);
    SslContext server = server(test.server);
    InetSocketAddress address = serve(server, test.tasks);
    byte[] data = HttpClientContract.largeBody();

    SSLSession full = exchange(client, address, test.tasks, data);
    SSLSession resumed = exchange(client, address, test.tasks, data);

    for (SSLSession each : List.of(full, resumed)) {
      assertThat(each.getProtocol()).isEqualTo(test.tls);
      assertThat(each.getPeerCertificates()).containsExactly(IDENTITY.certificate());
    }
    assertThat(resumed.getCreationTime()).isEqualTo(full.getCreationTime());
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_server_with_a_certificate_for_another_host_is_refused(Case test) throws Exception {
    InetSocketAddress address = serve(server(test.server), test.tasks);
    SslHandler tls =
        client(test.client, test.tls)
            .newHandler(ByteBufAllocator.DEFAULT, "elsewhere.example", 1, executor(test.tasks));

    connect(address, tls, new CompletableFuture<>(), 0);

    assertThatThrownBy(() -> tls.handshakeFuture().sync())
        .isInstanceOf(SSLHandshakeException.class);
  }

  private static SslContext client(Provider provider, String tls) throws Exception {
    return of(
        SslContextBuilder.forClient()
            .keyManager(IDENTITY.key(), IDENTITY.certificate())
            .protocols(tls),
        provider);
  }

  private static SslContext server(Provider provider) throws Exception {
    return of(
        SslContextBuilder.forServer(IDENTITY.key(), IDENTITY.certificate())
            .clientAuth(ClientAuth.REQUIRE),
        provider);
  }

  private static SslContext of(SslContextBuilder builder, Provider provider) throws Exception {
    return builder
        .sslProvider(SslProvider.JDK)
        .sslContextProvider(provider)
        .trustManager(IDENTITY.certificate())
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                "h2",
                "http/1.1"))
        .build();
  }

  /// Sends back what comes, on a port of its own.
  private InetSocketAddress serve(SslContext context, Tasks tasks) throws InterruptedException {
    Channel listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(context.newHandler(channel.alloc(), executor(tasks)), new Echo());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    return (InetSocketAddress) listener.localAddress();
  }

  private final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var _ = context.writeAndFlush(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof SslCloseCompletionEvent close) {
        closed.add(close);
      }
    }
  }

  /// Sends data and gets it back, over a connection of its own that is closed in good order.
  private SSLSession exchange(
      SslContext context, InetSocketAddress address, Tasks tasks, byte[] data) throws Exception {
    SslHandler tls =
        context.newHandler(
            ByteBufAllocator.DEFAULT, "localhost", address.getPort(), executor(tasks));
    CompletableFuture<byte[]> back = new CompletableFuture<>();
    Channel channel = connect(address, tls, back, data.length);
    tls.handshakeFuture().sync();
    assertThat(tls.applicationProtocol()).isEqualTo("h2");
    channel.writeAndFlush(Unpooled.wrappedBuffer(data)).sync();
    assertThat(back.get()).isEqualTo(data);
    SSLSession session = tls.engine().getSession();
    channel.close().sync();
    assertThat(closed.take()).isEqualTo(SslCloseCompletionEvent.SUCCESS);
    return session;
  }

  /// @param back gets what the server sends, once it is `length` bytes
  private Channel connect(
      InetSocketAddress address, SslHandler tls, CompletableFuture<byte[]> back, int length)
      throws InterruptedException {
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(tls, new Collector(back, length));
              }
            })
        .connect(address)
        .sync()
        .channel();
  }

  private static final class Collector extends SimpleChannelInboundHandler<ByteBuf> {
    private final CompletableFuture<byte[]> whole;
    private final ByteBuf collected;

    Collector(CompletableFuture<byte[]> whole, int length) {
      this.whole = whole;
      collected = Unpooled.buffer(length);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
      collected.writeBytes(message);
      if (collected.readableBytes() == collected.capacity()) {
        whole.complete(collected.array());
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      whole.completeExceptionally(cause);
    }
  }
}
