// The part of the package that is used; it has no types of its own.
declare module 'fs-native-extensions' {
  /** Locks an open file for this process alone; false where another process, or another opening, has it. */
  export const tryLock: (fd: number) => boolean;
}
