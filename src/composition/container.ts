// Composing parts by name: the one place that knows the container (tsyringe).
import 'reflect-metadata';
import { type DependencyContainer, instancePerContainerCachingFactory, container as root } from 'tsyringe';
import { Failure } from '../domain/model/failure.ts';

/**
 * How each part is made of the others. A part without a recipe, a recipe for something else, and a recipe that uses an
 * unknown part do not compile.
 */
export type Recipes<Made extends object, Given extends object> = {
  readonly [Name in keyof Made]: (parts: Readonly<Made & Given>) => Made[Name];
};

/** What the container holds. A box, because tsyringe takes `undefined` for a part that has not been made. */
type Box = { readonly part: unknown };

/** The parts by name, each made when it is first read. It cannot be spread or listed: the container knows no order. */
const partsIn = (container: DependencyContainer): object =>
  new Proxy(
    {},
    { get: (_, name) => (typeof name === 'symbol' ? undefined : container.resolve<Box>(name).part) },
  );

/** Refuses to begin a part that is being made. Without it, a cycle would be a stack overflow that names no part. */
const cycleGuard = () => {
  const beingMade: string[] = [];
  return <T>(name: string, make: () => T): T => {
    const at = beingMade.indexOf(name);
    if (at !== -1) {
      const cycle = [...beingMade.slice(at), name].join(' → ');
      throw new Failure('unexpected', { detail: `the parts of the service need each other: ${cycle}` });
    }
    beingMade.push(name);
    try {
      return make();
    } finally {
      beingMade.pop();
    }
  };
};

/**
 * The parts of one service, each made once.
 * @param given parts that exist already. They replace recipes of the same name.
 */
export const assemble = <Made extends object, Given extends object>(
  recipes: Recipes<Made, Given>,
  given: Given & Partial<Made>,
): Readonly<Made & Given> => {
  const container = root.createChildContainer();
  const parts = partsIn(container) as Readonly<Made & Given>;
  const guarded = cycleGuard();
  for (const [name, make] of Object.entries<Recipes<Made, Given>[keyof Made]>(recipes)) {
    const box = (): Box => ({ part: guarded(name, () => make(parts)) });
    container.register(name, { useFactory: instancePerContainerCachingFactory(box) });
  }
  for (const [name, part] of Object.entries(given)) container.register<Box>(name, { useValue: { part } });
  return parts;
};

/** Values that are registered one by one under one token, and collected in that order. */
export const registry = <T extends object>(token: string) => {
  const container = root.createChildContainer();
  return {
    register: (value: T): void => void container.register<T>(token, { useValue: value }),
    all: (): T[] => container.resolveAll<T>(token),
  };
};
