const ORIENTATION_TAG = 0x0112;

/** Returns the orientation (1 to 8) in an Exif block, which has the format TIFF; null if missing. Never throws. */
export function orientationOf(tiff: Buffer): number | null {
  const byteOrder = tiff.subarray(0, 2).toString('latin1');
  if ((byteOrder !== 'II' && byteOrder !== 'MM') || tiff.length < 8) return null;
  // `II`: the least significant byte comes first
  const isLittleEndian = byteOrder === 'II';
  const readShort = (offset: number): number => {
    if (offset + 2 > tiff.length) return 0;
    return isLittleEndian ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);
  };
  const listOffset = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < readShort(listOffset); entry += 1) {
    const offset = listOffset + 2 + entry * 12;
    const value = readShort(offset + 8);
    if (readShort(offset) === ORIENTATION_TAG) return value >= 1 && value <= 8 ? value : null;
    if (offset > tiff.length) break;
  }
  return null;
}

/** Returns a TIFF of 26 bytes that contains only the orientation. */
export function orientationTiff(orientation: number): Buffer {
  // header, number of entries, entry of the orientation, end of the list
  const tiff = Buffer.from('4d4d002a00000008' + '0001' + '0112000300000001' + '00000000' + '00000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
