// The logger of a request, made when it first logs. Nearly all requests log only the line of their answer, which does
// without it (request-log.ts), and to make a redacting logger costs as much as five such lines.
import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Level = Exclude<keyof FastifyBaseLogger, 'level' | 'child'>;

class LazyLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  get #logger(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  #log(level: Level, message: readonly unknown[]): void {
    Reflect.apply(this.#logger[level], this.#logger, message);
  }

  get level(): string {
    return this.#logger.level;
  }

  set level(level: string) {
    this.#logger.level = level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#logger.child(bindings, options);
  }

  fatal(...message: unknown[]): void {
    this.#log('fatal', message);
  }

  error(...message: unknown[]): void {
    this.#log('error', message);
  }

  warn(...message: unknown[]): void {
    this.#log('warn', message);
  }

  info(...message: unknown[]): void {
    this.#log('info', message);
  }

  debug(...message: unknown[]): void {
    this.#log('debug', message);
  }

  trace(...message: unknown[]): void {
    this.#log('trace', message);
  }

  silent(...message: unknown[]): void {
    this.#log('silent', message);
  }
}

/** Fastify's `childLoggerFactory`. */
export const lazyChild = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options?: Options,
): FastifyBaseLogger => new LazyLogger(() => parent.child(bindings, options));
