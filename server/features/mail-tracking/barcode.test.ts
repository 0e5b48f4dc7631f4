import { expect, test } from 'vitest';
import { readBarcode, readBarcodeParts } from './barcode.ts';

test.each([
  ['01234567094987654321', { mailerId: '567094', serial: 987_654_321 }],
  ['0123456709498765432101234', { mailerId: '567094', serial: 987_654_321 }],
  ['01234567094987654321012345678', { mailerId: '567094', serial: 987_654_321 }],
  ['0123456709498765432101234567891', { mailerId: '567094', serial: 987_654_321 }],
  ['00 270 901234567 000120 80202', { mailerId: '901234567', serial: 120 }],
  ['', null],
  ['0123456709498765432', null],
  ['012345670949876543210', null],
  ['09234567094987654321', null],
  ['0123456709498765432101234567891X', null],
])('reads the digits %s of a barcode', (digits, piece) => {
  expect(readBarcode(digits)).toEqual(piece);
});

test.each([
  ['901234567', '000120', { mailerId: '901234567', serial: 120 }],
  ['567094', '987654321', { mailerId: '567094', serial: 987_654_321 }],
  ['901234567', '0000120', null],
  ['801234567', '000120', null],
  ['567094', '', null],
  ['567094', '-1', null],
])('reads the Mailer ID %s and the serial number %s', (mailerId, serial, piece) => {
  expect(readBarcodeParts(mailerId, serial)).toEqual(piece);
});
