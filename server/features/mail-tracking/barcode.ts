/** Parts of an Intelligent Mail barcode that name the piece. */
export interface PieceBarcode {
  /** 6 digits, or 9 that begin with a 9. */
  mailerId: string;
  /** Unique among a mailer's pieces of 45 days: up to 9 digits, or up to 6 beside a long Mailer ID. */
  serial: number;
}

/** Barcode identifier (2), service type (3), Mailer ID and serial number (15), and ignored routing code (0, 5, 9 or 11). Else null. */
export function readBarcode(text: string): PieceBarcode | null {
  const digits = /^\d[0-4]\d{3}(\d{15})(?:\d{5}|\d{9}|\d{11})?$/.exec(text.replaceAll(' ', ''))?.[1];
  if (digits === undefined) return null;
  const length = digits.startsWith('9') ? 9 : 6;
  return { mailerId: digits.slice(0, length), serial: Number(digits.slice(length)) };
}

export function readBarcodeParts(mailerId: string, serial: string): PieceBarcode | null {
  if (!/^(?:[0-8]\d{5}|9\d{8})$/.test(mailerId)) return null;
  if (!/^\d{1,9}$/.test(serial) || serial.length + mailerId.length > 15) return null;
  return { mailerId, serial: Number(serial) };
}
