import { describe, expect, it } from 'vitest';
import { withoutGifComments } from '../../../src/server/files/formats/gif.ts';
import { withoutJpegMetadata } from '../../../src/server/files/formats/jpeg.ts';
import { withoutMp4Metadata } from '../../../src/server/files/formats/mp4.ts';
import { withoutPngMetadata } from '../../../src/server/files/formats/png.ts';
import { withoutWebpMetadata } from '../../../src/server/files/formats/webp.ts';

const hex = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part.replace(/ /g, ''), 'hex') : part)));
const segment = (marker: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return hex('ff', marker, length, body);
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** Exif with the orientation and a place, in either byte order. */
function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(60);
  tiff.write(order, 0, 'latin1');
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(2, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  short(0x8825, 22);
  short(4, 24);
  long(1, 26);
  long(40, 30);
  tiff.write('GPSPLACE', 40, 'latin1');
  return segment('e1', Buffer.concat([text('Exif\0\0'), tiff]));
}

const JFIF = segment('e0', Buffer.concat([text('JFIF\0'), Buffer.alloc(9)]));
const ICC = segment('e2', Buffer.concat([text('ICC_PROFILE\0'), Buffer.alloc(20, 7)]));
const TABLES = segment('db', Buffer.alloc(65, 3));
// within the compressed picture a 0xff is followed by 0 or a restart
const PICTURE = hex(segment('da', Buffer.from([1, 1, 0, 0, 63, 0])), '11 22 ff00 33 ffd0 44 ffd7 55 ff00');
const MORE = hex(
  segment('c4', Buffer.from([0xff, 0xd9, 1, 2])),
  segment('da', Buffer.from([1, 1, 0, 0, 63, 0])),
  'aa ff00 bb',
);
const END = hex('ffd9');

async function stripped(bytes: Buffer, size: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: Buffer[] = [];
  for await (const part of withoutJpegMetadata(pieces())) parts.push(part);
  return Buffer.concat(parts);
}

describe.each([1, 2, 3, 7, 64, 100_000])('a photograph that comes in pieces of %i bytes', (size) => {
  it('loses place, comments, previews and what hangs behind its end; the picture itself is untouched', async () => {
    const extra = [
      segment('e1', text('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>GPSPLACE')),
      segment('ed', text('Photoshop 3.0\0 NAME')),
      segment('fe', text('COMMENT')),
      segment('e2', text('MPF\0....')),
      segment('e0', text('JFXX\0 THUMB')),
    ];
    const photo = hex(
      'ffd8',
      JFIF,
      exif(1, 'II'),
      ...extra,
      ICC,
      TABLES,
      PICTURE,
      MORE,
      END,
      text('<script>GPSPLACE BEHIND</script>'),
    );
    expect((await stripped(photo, size)).toString('hex')).toBe(
      hex('ffd8', JFIF, ICC, TABLES, PICTURE, MORE, END).toString('hex'),
    );
  });

  it.each(['II', 'MM'] as const)('still says how the camera was held (%s)', async (order) => {
    const out = await stripped(hex('ffd8', exif(6, order), TABLES, PICTURE, END), size);
    expect(out.includes('GPSPLACE')).toBe(false);
    const app1 = out.subarray(2, 4 + out.readUInt16BE(4));
    expect(app1.subarray(0, 10).toString('hex')).toBe(`ffe1${app1.subarray(2, 4).toString('hex')}457869660000`);
    expect(app1.subarray(10, 14).toString('hex')).toBe('4d4d002a');
    expect([app1.readUInt16BE(18), app1.readUInt16BE(20), app1.readUInt16BE(22), app1.readUInt16BE(28)]).toEqual([
      1, 0x0112, 3, 6,
    ]);
    expect(out.subarray(app1.length + 2).equals(hex(TABLES, PICTURE, END))).toBe(true);
  });

  it('whose structure cannot be read goes on as it is', async () => {
    for (const bytes of [
      hex('ffd8 ff72 6573 74'),
      hex('ffd8'),
      hex('ffd8 ffe1 0001'),
      hex('ffd8', TABLES, '0000 1122'),
      text('no picture'),
      Buffer.alloc(0),
    ])
      expect((await stripped(bytes, size)).equals(bytes)).toBe(true);
    const cut = hex('ffd8', TABLES, PICTURE.subarray(0, 12));
    expect((await stripped(cut, size)).equals(cut)).toBe(true);
  });
});

it('an Exif segment that lies about its own size costs nothing and leaves no trace', async () => {
  const broken = segment('e1', hex(text('Exif\0\0'), '4949 2a00 ffffff7f'));
  const many = segment('e1', hex(text('Exif\0\0'), '4949 2a00 08000000 ffff 1201'));
  expect(
    (await stripped(hex('ffd8', broken, many, TABLES, PICTURE, END), 50)).equals(hex('ffd8', TABLES, PICTURE, END)),
  ).toBe(true);
});

describe.each([1, 5, 64, 100_000])('a PNG that comes in pieces of %i bytes', (size) => {
  const chunk = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return hex(length, text(type), body, 'aabbccdd');
  };
  const HEAD = hex('89504e470d0a1a0a', chunk('IHDR', Buffer.alloc(13, 1)));
  const DATA = hex(
    chunk('iCCP', Buffer.alloc(9, 2)),
    chunk('IDAT', Buffer.alloc(300, 3)),
    chunk('IDAT', text('tEXt inside a picture')),
  );
  const END = chunk('IEND', Buffer.alloc(0));
  const run = async (bytes: Buffer): Promise<Buffer> => {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const parts: Buffer[] = [];
    for await (const part of withoutPngMetadata(pieces())) parts.push(part);
    return Buffer.concat(parts);
  };

  it('loses its texts and what hangs behind its end', async () => {
    const told = hex(
      chunk('eXIf', text('GPSPLACE')),
      chunk('tEXt', text('Author\0NAME')),
      chunk('iTXt', text('XML:com.adobe.xmp\0GPSPLACE')),
    );
    expect(
      (await run(hex(HEAD, told, DATA, chunk('tIME', Buffer.alloc(7)), END, text('<script>BEHIND</script>')))).toString(
        'hex',
      ),
    ).toBe(hex(HEAD, DATA, END).toString('hex'));
  });

  it('that is cut short or is none goes on as it is', async () => {
    for (const bytes of [
      hex(HEAD, DATA),
      hex(HEAD, DATA).subarray(0, 70),
      hex('89504e470d0a1a0a', '00000000 00000000 1234'),
      text('no picture'),
    ])
      expect((await run(bytes)).equals(bytes)).toBe(true);
  });
});

const passed = async (
  bytes: Buffer,
  size: number,
  clean: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<Buffer> => {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: Buffer[] = [];
  for await (const part of clean(pieces())) parts.push(part);
  return Buffer.concat(parts);
};

describe.each([1, 3, 64, 100_000])('a WebP that comes in pieces of %i bytes', (size) => {
  const chunk = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return hex(text(type), length, body, Buffer.alloc(body.length % 2));
  };
  const riff = (...chunks: Buffer[]): Buffer => {
    const body = hex(text('WEBP'), ...chunks);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return hex(text('RIFF'), length, body);
  };
  const flags = (byte: number): Buffer => chunk('VP8X', hex(Buffer.from([byte]), Buffer.alloc(9, 5)));
  const [ICCP, PICTURE] = [chunk('ICCP', Buffer.alloc(7, 7)), chunk('VP8 ', text('EXIF within the picture'))];
  const tiff = (orientation: number): Buffer => exif(orientation, 'II').subarray(10);
  const run = (bytes: Buffer) => passed(bytes, size, withoutWebpMetadata);

  it('loses place, texts and what hangs behind its end; every size still fits, and the picture is untouched', async () => {
    const out = await run(
      hex(
        riff(
          flags(0x2c),
          ICCP,
          PICTURE,
          chunk('EXIF', tiff(1)),
          chunk('XMP ', text('<x:xmpmeta>GPSPLACE')),
          chunk('MINE', text('NAME')),
        ),
        text('<script>BEHIND</script>'),
      ),
    );
    const blank = (length: number) => Buffer.alloc(length);
    expect(out.toString('hex')).toBe(
      riff(
        flags(0x28),
        ICCP,
        PICTURE,
        chunk('EXIF', hex(turned(1), blank(34))),
        chunk('JUNK', blank(19)),
        chunk('JUNK', blank(4)),
      ).toString('hex'),
    );
  });

  it('still says how the camera was held, with and without the name of the segment', async () => {
    for (const before of ['', 'Exif\0\0']) {
      const body = hex(text(before), tiff(6));
      expect((await run(riff(flags(8), PICTURE, chunk('EXIF', body)))).toString('hex')).toBe(
        riff(flags(8), PICTURE, chunk('EXIF', hex(turned(6), Buffer.alloc(body.length - 26)))).toString('hex'),
      );
    }
  });

  it('that moves loses what stands within its frames, too', async () => {
    const frame = (...chunks: Buffer[]) => chunk('ANMF', hex(Buffer.alloc(16, 9), ...chunks));
    const out = await run(
      riff(
        flags(2),
        chunk('ANIM', Buffer.alloc(6)),
        frame(chunk('ALPH', Buffer.alloc(5, 1)), PICTURE, chunk('XMP ', text('GPSPLACE'))),
        frame(PICTURE),
      ),
    );
    expect(out.toString('hex')).toBe(
      riff(
        flags(2),
        chunk('ANIM', Buffer.alloc(6)),
        frame(chunk('ALPH', Buffer.alloc(5, 1)), PICTURE, chunk('JUNK', Buffer.alloc(8))),
        frame(PICTURE),
      ).toString('hex'),
    );
  });

  it('that is cut short or is none goes on as it is', async () => {
    const whole = riff(flags(0), ICCP, PICTURE);
    for (const bytes of [
      whole,
      whole.subarray(0, 40),
      whole.subarray(0, 19),
      riff(hex('00112233 05000000 0102')),
      riff(),
      text('RIFF'),
      Buffer.alloc(0),
    ])
      expect((await run(bytes)).equals(bytes)).toBe(true);
  });
});

const turned = (orientation: number): Buffer =>
  hex('4d4d002a00000008 0001 0112000300000001', Buffer.from([0, orientation]), '0000 00000000');

describe.each([1, 5, 64, 100_000])('a film that comes in pieces of %i bytes', (size) => {
  const box = (type: string, ...bodies: Buffer[]): Buffer => {
    const body = hex(...bodies);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 8);
    return hex(length, text(type), body);
  };
  const HEAD = box('ftyp', text('isommp42'));
  const run = (bytes: Buffer) => passed(bytes, size, withoutMp4Metadata);

  it('loses place, tags and names, and nothing in it moves', async () => {
    const told = box('udta', box('\xa9xyz', text('+31.2304+121.4737/')));
    const film = (user: Buffer, tags: Buffer, other: Buffer) =>
      hex(
        HEAD,
        box('moov', box('mvhd', Buffer.alloc(100, 1)), box('trak', box('mdia', text('udta')), user), user, tags),
        other,
        hex('00000001', text('mdat'), '0000000000000018', text('moovudta')),
      );
    const out = await run(film(told, box('meta', text('NAME of the phone')), box('uuid', text('<x:xmpmeta>GPSPLACE'))));
    const free = (length: number) => box('free', Buffer.alloc(length));
    expect(out.toString('hex')).toBe(film(free(told.length - 8), free(17), free(19)).toString('hex'));
  });

  it('that is cut short, open at its end or none goes on as it is', async () => {
    const open = hex(HEAD, hex('00000000', text('mdat'), text('udta to the end')));
    for (const bytes of [
      open,
      open.subarray(0, 21),
      hex(HEAD, '00000003', text('moov')),
      hex(HEAD, '00000001', text('mdat'), '0000'),
      text('no film'),
      Buffer.alloc(0),
    ])
      expect((await run(bytes)).equals(bytes)).toBe(true);
  });
});

describe.each([1, 5, 64, 100_000])('a GIF that comes in pieces of %i bytes', (size) => {
  const run = (bytes: Buffer) => passed(bytes, size, withoutGifComments);
  const block = (body: Buffer): Buffer => hex(Buffer.from([body.length]), body);
  const HEAD = hex(text('GIF89a'), '0200 0200 80 00 00', '000000 ffffff');
  const LOOP = hex('21ff', block(text('NETSCAPE2.0')), block(Buffer.from([1, 0, 0])), '00');
  const COLOURS = hex('21ff', block(text('ICCRGBG1012')), block(Buffer.alloc(200, 7)), '00');
  const frame = (flags: string, colours: string): Buffer =>
    hex(
      '21f904 05 0a00 01 00',
      '2c 0000 0000 0200 0200',
      flags,
      colours,
      '02',
      block(hex('21fe', text('in the picture'))),
      block(Buffer.from([0x3b])),
      '00',
    );
  const FRAMES = hex(frame('00', ''), frame('80', '112233 3bfe21'));
  const COMMENT = hex('21fe', block(text('NAME')), block(text('GPSPLACE')), '00');
  const XMP = hex('21ff', block(text('XMP DataXMP')), block(text('<x:xmpmeta>GPSPLACE')), '00');

  it('loses comments, what programs wrote and what hangs behind its end; the frames, their colours and how often they repeat stay', async () => {
    const out = await run(
      hex(HEAD, COMMENT, LOOP, XMP, COLOURS, FRAMES, COMMENT, '3b', text('<script>BEHIND</script>')),
    );
    expect(out.toString('hex')).toBe(hex(HEAD, LOOP, COLOURS, FRAMES, '3b').toString('hex'));
  });

  it('that is cut short or is none goes on as it is', async () => {
    const whole = hex(HEAD, LOOP, FRAMES, '3b');
    for (const bytes of [
      whole,
      whole.subarray(0, 15),
      whole.subarray(0, 36),
      whole.subarray(0, 60),
      hex(HEAD, '99 21fe'),
      text('GIF89a'),
      text('no picture'),
      Buffer.alloc(0),
    ])
      expect((await run(bytes)).equals(bytes)).toBe(true);
  });
});
