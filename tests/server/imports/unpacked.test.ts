import { crc32, deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { findZipProblem } from '../../../src/server/imports/zipProblem.ts';

/** A zip of one part; `declared`: how long it says the part is. */
function zipOf(content: Buffer, declared = content.length): Buffer {
  const name = Buffer.from('a.xml');
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(declared, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

const CONTENT = Buffer.alloc(100_000, 'a');

it('a file within the bound is sound, up to its last byte', () => {
  expect(findZipProblem(zipOf(CONTENT), CONTENT.length)).toBeNull();
});

it('a file that comes to more than the bound is too large, whether it says so or not', () => {
  expect(findZipProblem(zipOf(CONTENT), CONTENT.length - 1)).toBe('tooLarge');
  expect(findZipProblem(zipOf(CONTENT, 10), 50_000)).toBe('tooLarge');
});

it('a part that is longer or shorter than it says is no sound file: what reads it later would trust the number', () => {
  expect(findZipProblem(zipOf(CONTENT, 10), CONTENT.length)).toBe('broken');
  expect(findZipProblem(zipOf(CONTENT, CONTENT.length + 10), CONTENT.length * 2)).toBe('broken');
});
