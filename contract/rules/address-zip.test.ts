import { expect, test } from 'vitest';
import { zipOfAddress } from './address-zip.ts';

test.each([
  ['12 Main St, Boulder, CO 80302', '80302'],
  ['12 Main St, Boulder, CO, 80302', '80302'],
  ['12 Main St, Boulder CO 80302', '80302'],
  ['12 Main St Boulder CO 80302', '80302'],
  ['12 Main St\nBoulder, CO 80302', '80302'],
  ['12 Main St\r\nBoulder\r\nCO\r\n80302\r\n', '80302'],
  ['12 Main St; Boulder; CO; 80302', '80302'],
  ['12 Main St, Boulder, Colorado 80302', '80302'],
  ['12 Main St, Boulder, Colo. 80302', '80302'],
  ['1600 K St NW, Washington, D.C. 20001', '20001'],
  ['12 Main St, Boulder, co   80302 ', '80302'],
  ['12 Main St, Boulder 80302', '80302'],
  ['12 Main St, Boulder, CO80302', '80302'],
  ['12 Main St, Boulder, CO-80302', '80302'],
  ['12 Main St, Boulder, CO 80302.', '80302'],
  ['12 Main St, Boulder, CO ８０３０２', '80302'],
  ['80302', '80302'],
  ['12 Main St, Boulder, CO 80302, USA', '80302'],
  ['12 Main St, Boulder, CO 80302 US', '80302'],
  ['12 Main St, Boulder, CO 80302, U.S.A.', '80302'],
  ['12 Main St, Boulder, CO 80302, United States', '80302'],
  ['12 Main St, Boulder, CO 80302 United States of America', '80302'],
  ['1 Oxford St, Cambridge, MA 02138-1234', '02138'],
  ['1 Oxford St, Cambridge, MA 02138–1234', '02138'],
  ['1 Oxford St, Cambridge, MA 02138\u22121234', '02138'],
  ['1 Oxford St, Cambridge, MA 02138 - 1234', '02138'],
  ['1 Oxford St, Cambridge, MA 02138 1234', '02138'],
  ['1 Oxford St, Cambridge, MA 021381234', '02138'],
  ['1 Oxford St, Cambridge, MA02138-1234', '02138'],
  // without its leading zero
  ['1 Oxford St, Cambridge, MA 2138', '02138'],
  ['1 Oxford St, Cambridge, MA, 2138', '02138'],
  ['1 Oxford St, Cambridge, Massachusetts 2138-1234', '02138'],
  ['1 Elm St, Nashua, New Hampshire 3060', '03060'],
  ['1 Calle Sol, San Juan, PR 901', '00901'],
])('%j has the ZIP code %s', (address, zip) => {
  expect(zipOfAddress(address)).toBe(zip);
});

test.each([
  null,
  '',
  ' , \n',
  '12 Main St, Boulder, CO',
  '80302 Main St, Boulder, CO',
  '80302 Main St',
  'Main St 80302',
  '12 Main St, Suite 80302',
  '12 Main St, Boulder, CO, Suite 80302',
  '12 Main St, Ste. 80302',
  '12 Main St #80302',
  '12 Main St, # 80302',
  'PO Box 80302',
  'P.O. Box 80302, Boulder, CO',
  'Office Park, County Road 80302',
  // no state that lost a zero
  '12 Main St, Boulder, CO 8030',
  '12 Main St, 2138',
  '12 Main St 2138',
  '2138',
  '12 Main St, Boulder, CO 00000',
  '12 Main St, Boulder, CO 803022',
  '12 Main St, Boulder, CO 80302-12',
  'n/a',
  '1 Bloor St, Toronto, ON M5V 2T6',
  '1 George St, Sydney, NSW 2000',
  'Calle 5, Guadalajara, Jalisco 44100, Mexico',
])('%j has no ZIP code', (address) => {
  expect(zipOfAddress(address)).toBeNull();
});
