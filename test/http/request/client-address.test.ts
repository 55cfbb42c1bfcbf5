// The client address as rate limits count it: ports, zones, brackets and spellings make no second client (D3, D13).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressKey,
  bareAddress,
  clientAddress,
  isTrustedHop,
} from '../../../src/http/request/client-address.ts';
import { listed } from '../../support/listed.ts';

/** What proxies write → the key that it is counted under. */
const keys: readonly [written: string, key: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['"203.0.113.7:4711"', '203.0.113.7'],
  ['203.0.113.7%eth0', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::'],
  ['2001:DB8::1', '2001:db8::'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::'],
  ['2001:db8::ffff:ffff:ffff:ffff', '2001:db8::'],
  ['2001:db8:0:1::1', '2001:db8:0:1::'],
  ['[2001:db8::1]', '2001:db8::'],
  ['[2001:db8::1]:4711', '2001:db8::'],
  ['"[2001:db8::1]:4711"', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['[fe80::1%25eth0]:4711', 'fe80::'],
  ['::1', '::'],
  // The longest text that is read.
  [`203.0.113.7%${'x'.repeat(116)}`, '203.0.113.7'],
];

const junk = [
  '',
  `203.0.113.7%${'x'.repeat(117)}`,
  `203.0.113.7%${'x'.repeat(200)}`,
  ...listed(`
    unknown _hidden 203.0.113 203.0.113.256 203.000.113.007 203.0.113.7: 203.0.113.7:port 203.0.113.7:1:2
    [2001:db8::1 [2001:db8::1]x [203.0.113.7]:x 2001:db8::1::2 2001:db8:0:0:1:2:3:4:4711 localhost []:4711
  `),
];

describe('the key of an address', () => {
  it.each(keys)('%s is counted as %s', (written, key) => {
    expect(addressKey(written)).toBe(key);
  });

  it.each(junk)('%j is not an address, and shares one key with all that are not', written => {
    expect(addressKey(written)).toBe('unknown');
    expect(bareAddress(written)).toBeUndefined();
  });

  it('a port, a zone and brackets change nothing', () => {
    const port = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.ipV6(),
        port,
        fc.stringMatching(/^[a-z0-9]{1,15}$/),
        (v4, v6, number, zone) => {
          expect(addressKey(`${v4}:${number}`)).toBe(addressKey(v4));
          expect(addressKey(`[${v6}]:${number}`)).toBe(addressKey(v6));
          expect(addressKey(`${v6}%${zone}`)).toBe(addressKey(v6));
          expect(addressKey(v4)).toBe(v4);
          expect(addressKey(v6)).not.toBe('unknown');
        },
      ),
    );
  });

  it('the addresses of one /64 have one key, and two /64 have two', () => {
    const groups = (count: number) =>
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count })
        .map(numbers => numbers.map(number => number.toString(16)).join(':'));
    fc.assert(
      fc.property(groups(3), groups(3), groups(4), groups(4), (network, other, one, two) => {
        expect(addressKey(`2001:${network}:${one}`)).toBe(addressKey(`2001:${network}:${two}`));
        fc.pre(network !== other);
        expect(addressKey(`2001:${network}:${one}`)).not.toBe(addressKey(`2001:${other}:${one}`));
      }),
    );
  });

  it('any text has a key', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(addressKey(text)).toMatch(/^[0-9a-f.:]+$|^unknown$/);
      }),
    );
  });
});

it.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:DB8::1]:4711', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['client-1', undefined],
])('the access log has %s as %s', (written, expected) => {
  expect(clientAddress(written)).toBe(expected);
});

it('a hop is a trusted proxy by its address, with or without a port; a text that is no address never is', () => {
  const isTrusted = isTrustedHop(address => address === '127.0.0.1');
  expect(['127.0.0.1', '127.0.0.1:4711', '203.0.113.7', 'client-1'].map(isTrusted)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isTrustedHop(() => true)('client-1')).toBe(false);
});
