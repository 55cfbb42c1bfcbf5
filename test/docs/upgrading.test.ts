// What an older version does not know: whoever adds a setting, or a member of a subscription, adds it to docs/upgrading.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingSpecs } from '../../src/config/settings/specs.ts';
import { subscriptionMembers } from '../../src/config/subscriptions.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');
const [, newer = ''] = /<!-- newer -->(.*)<!-- \/newer -->/s.exec(page) ?? [];
const named = new Set([...newer.matchAll(/`([\w]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name));

/** What the first builds knew. */
const firstSettings = [
  ...['HOST', 'PORT', 'BASE_PATH', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY', 'CORS_ORIGINS'],
  ...['REGION_FILE', 'SUBSCRIPTIONS_FILE', 'AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URI'],
  ...['AUTH_TOKEN_TYPES', 'AUTH_PATIENT_CLAIM', 'AUTH_ACTS_FOR_CLAIM', 'AUTH_SCOPE_CLAIMS'],
  ...['AUTH_CLIENT_CLAIMS', 'AUTH_PARTNER_CLIENTS', 'RATE_LIMIT', 'REDIS_URL', 'ACCESS_LOG_FILE'],
  ...['REQUEST_TIMEOUT_MS', 'ADMIN_HOST', 'ADMIN_PORT', 'DOCS', 'ANSWER_BUDGET_BYTES'],
  ...['SHUTDOWN_DELAY_MS', 'LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];
const firstMembers = ['name', 'keys', 'rateLimit', 'userRateLimit', 'clients', 'keysAdded'];

test('every setting that came later is named, and nothing else is', () => {
  const later = Object.keys(settingSpecs).filter(name => !firstSettings.includes(name));
  expect(later.length).toBeGreaterThan(10);
  const settings = [...named].filter(name => /^[A-Z_]+$/.test(name) && name !== 'LOG_LEVEL');
  expect(settings.toSorted()).toEqual(later.toSorted());
});

test('every member of a subscription that came later is named', () => {
  const later = subscriptionMembers.filter(name => !firstMembers.includes(name));
  expect(later.length).toBeGreaterThan(4);
  for (const name of later) expect(named, name).toContain(name);
});
