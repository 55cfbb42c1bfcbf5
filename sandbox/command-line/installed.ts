// Checks that the sandbox's own packages (development dependencies) are installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const packages = ['oidc-provider'];

export const sandboxIsInstalled = (): boolean =>
  packages.every(name => existsSync(join(import.meta.dirname, '../../node_modules', name, 'package.json')));
