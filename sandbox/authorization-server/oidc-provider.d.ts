// The in-memory store that ships with oidc-provider. Passing it explicitly avoids the warning about using it.
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export function createMemoryAdapter(clockTolerance: number): AdapterFactory;
}
