import { expect, test } from '@jest/globals';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './public-address.js';

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::5db8:d822', true],
  ['64:ff9b::a00:1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::5db8:d822', false],
  ['2002:a00:1::', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([true, false])('a name of this machine is not resolved (all: %s)', async (all) => {
  const error = await new Promise((resolve) => lookupPublic('localhost', { all }, resolve));
  expect(error).toBeInstanceOf(PrivateAddressError);
});
