// The memory store that oidc-provider comes with: named openly, it does not warn that it is one.
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export function createMemoryAdapter(clockTolerance: number): AdapterFactory;
}
