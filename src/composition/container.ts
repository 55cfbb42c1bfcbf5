// Assembles parts by name. The only file that uses the container (tsyringe).
import 'reflect-metadata';
import { type DependencyContainer, instancePerContainerCachingFactory, container as root } from 'tsyringe';
import { Failure } from '../domain/model/failure.ts';

/**
 * Part → how to make it from other parts. A missing or surplus recipe and a recipe that uses an unknown part do not
 * compile.
 */
export type Recipes<Made extends object, Given extends object> = {
  readonly [Name in keyof Made]: (parts: Readonly<Made & Given>) => Made[Name];
};

/** Wraps a part, because tsyringe would take an `undefined` part for one that has not been made. */
type Box = { readonly part: unknown };

/** The parts by name. Each is made when it is first read. They cannot be spread or listed. */
const partsIn = (container: DependencyContainer): object =>
  new Proxy(
    {},
    { get: (_, name) => (typeof name === 'symbol' ? undefined : container.resolve<Box>(name).part) },
  );

/** Detects cycles, and names their parts. Without this guard, a cycle would end in a stack overflow. */
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
 * Assembles the parts of one service. Each is made once.
 * @param given existing parts. They take precedence over recipes of the same name.
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

/** A registry of values under one token, in the order in which they were registered. */
export const registry = <T extends object>(token: string) => {
  const container = root.createChildContainer();
  return {
    register: (value: T): void => void container.register<T>(token, { useValue: value }),
    all: (): T[] => container.resolveAll<T>(token),
  };
};
