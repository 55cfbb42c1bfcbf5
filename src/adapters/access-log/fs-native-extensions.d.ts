// The part of the package that is used. The package has no types.
declare module 'fs-native-extensions' {
  /** Locks an open file for this process alone. Returns false if another process, or another open handle, has the lock. */
  export const tryLock: (fd: number) => boolean;
}
