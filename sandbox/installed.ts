// Whether the packages that the sandbox needs beside the service's are installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const packages = ['oidc-provider'];

export const sandboxIsInstalled = (): boolean =>
  packages.every(name => existsSync(join(import.meta.dirname, '../node_modules', name, 'package.json')));
