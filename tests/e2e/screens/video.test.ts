import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { callsOf } from '../chains/people.ts';
import { tokenOf } from '../forms/gridForm.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const WIDTH = 160;

/** Some seconds of a film, made by the browser itself: fragmented MP4, as cameras write it. */
async function film(browser: Browser): Promise<Buffer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const text = await page.evaluate(async (width) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: 90 });
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
    let turn = 0;
    const drawing = setInterval(() => {
      brush.fillStyle = `hsl(${(turn += 20)} 80% 50%)`;
      brush.fillRect(0, 0, width, 90);
    }, 50);
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4;codecs=avc1.42E01E' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.start();
    await new Promise((done) => {
      setTimeout(done, 3000);
    });
    recorder.stop();
    await ended;
    clearInterval(drawing);
    return btoa(String.fromCharCode(...new Uint8Array(await new Blob(parts).arrayBuffer())));
  }, WIDTH);
  await context.close();
  return Buffer.from(text, 'base64');
}

/** The boxes of an MP4: the head (ftyp, moov) and what is played (moof, mdat). */
function split(bytes: Buffer): { head: Buffer; body: Buffer } {
  const starts: Record<string, number> = {};
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
    starts[bytes.toString('latin1', at + 4, at + 8)] ??= at;
  const from = starts['moof'] ?? bytes.length;
  return { head: bytes.subarray(0, from), body: bytes.subarray(from, starts['mfra'] ?? bytes.length) };
}

interface Place {
  url: string;
  asked: string[];
  /** Breaks every connection, as a camera does that is away. */
  isAway: boolean;
  close(): Promise<void>;
}

/** A place of videos: a film, the same as HLS, and its past by times. */
async function startPlace(bytes: Buffer): Promise<Place> {
  const { head, body } = split(bytes);
  const list = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MAP:URI="head.mp4"',
    '#EXTINF:3.0,',
    'body.m4s',
    '#EXT-X-ENDLIST',
  ].join('\n');
  const files: Record<string, readonly [string, Buffer]> = {
    '/one.mp4': ['video/mp4', bytes],
    '/gate.mp4': ['video/mp4', bytes],
    '/back.mp4': ['video/mp4', bytes],
    '/list.m3u8': ['application/vnd.apple.mpegurl', Buffer.from(list)],
    '/head.mp4': ['video/mp4', head],
    '/body.m4s': ['video/iso.segment', body],
    '/camera.html': ['text/html', Buffer.from('<!doctype html><p id="seen">camera</p>')],
  };
  const place: Place = { url: '', asked: [], isAway: false, close: async () => undefined };
  const server: Server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://place');
    place.asked.push(`${pathname}${search}`);
    const file = files[pathname];
    if (place.isAway && pathname === '/gate.mp4') return void request.socket.destroy();
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': file[0], 'access-control-allow-origin': '*' }).end(file[1]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  place.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  place.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return place;
}

let browser: Browser;
let product: Product;
let place: Place;
let strange: Place;
let manager: Visitor;
beforeAll(async () => {
  browser = await sharedBrowser();
  const bytes = await film(browser);
  [place, strange] = await Promise.all([startPlace(bytes), startPlace(bytes)]);
  product = await startProduct({ MEDIA_ORIGINS: place.url, FRAME_ORIGINS: place.url });
  await publish();
  manager = await visitor(browser);
  await signIn(manager.page, product.url, 'manager', '/index');
});
afterEach(picturesOnFailure(() => ({ manager })));
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await place?.close();
  await strange?.close();
});

/** A wall of videos in place of a shipped screen, as an administrator publishes it. */
async function publish(): Promise<void> {
  const screenKey = 'kanban/projectMainMap/index';
  const definition = {
    screenKey,
    title: '现场视频',
    root: {
      tag: 'video',
      title: '现场视频',
      timeFormat: 'compact',
      cameras: [
        { name: '力学室', url: `${place.url}/one.mp4`, playback: `${place.url}/back.mp4?from={start}&to={end}` },
        { name: '养护室', url: `${place.url}/list.m3u8` },
        { name: '大门', url: `${place.url}/gate.mp4` },
        { name: '外站', url: `${strange.url}/one.mp4` },
        { name: '样品室', url: `${place.url}/one.mp4?5` },
      ],
    },
  };
  const token = await tokenOf(product.url, 'admin');
  for (const [call, body] of [
    ['saveDraft', { screenKey, definition }],
    ['publish', { screenKey, note: '试验' }],
  ] as const) {
    const answer = await fetch(`${product.url}/api/system/screenDef/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(((await answer.json()) as { code: string }).code, call).toBe('1');
  }
}

/** Two cameras as the keeper of devices registers them: one with a stream in a laboratory, one with a page at a site. */
async function register(): Promise<{ stream: string; page: string }> {
  const admin = await callsOf(product, 'admin');
  const signedIn = (await (
    await fetch(`${product.url}/api/auth/oauth/getCurrentUser`, {
      headers: { authorization: `Bearer ${await tokenOf(product.url, 'admin')}` },
    })
  ).json()) as { data: { id: string; mainDept: { id: string } } };
  const common = {
    place: '三楼东墙',
    cameraKind: '枪机',
    cameraState: '在线',
    deptId: signedIn.data.mainDept.id,
    keeper: signedIn.data.id,
    installDate: '2026-03-02',
  };
  const [stream, page] = [
    await admin.save('livePreview', {
      ...common,
      cameraNo: 'HZ-JK-001',
      cameraName: '力学室全景',
      siteKind: '检测室',
      streamUrl: `${place.url}/list.m3u8`,
    }),
    await admin.save('livePreview', {
      ...common,
      cameraNo: 'HZ-JK-002',
      cameraName: '工地大门',
      siteKind: '施工现场',
      projectName: '轨道交通6号线',
      pageUrl: `${place.url}/camera.html`,
    }),
  ];
  return { stream: stream.id, page: page.id };
}

const figure = (name: string): Locator =>
  manager.page.locator('figure[data-video]').filter({ has: manager.page.getByText(name, { exact: true }) });

/** The picture has been decoded and its time goes on. */
async function plays(name: string): Promise<void> {
  const video = figure(name).locator('video');
  const seen = (): Promise<boolean> =>
    video.evaluate((one: HTMLVideoElement, width) => one.videoWidth === width && one.currentTime > 0.2, WIDTH);
  await expect.poll(seen, { timeout: 20_000 }).toBe(true);
  expect(await figure(name).getAttribute('data-video')).toBe('playing');
}

describe('a wall of videos', () => {
  it('plays films and HLS of the allowed site; of another one nothing is asked, and the page says why', async () => {
    place.isAway = true;
    await manager.page.goto(`${product.url}/#/kanban/projectMainMap`);
    await plays('力学室');
    await plays('养护室');
    expect(place.asked).toContain('/list.m3u8');
    expect(place.asked).toContain('/body.m4s');
    expect(await figure('外站').innerText()).toContain('这个视频网站尚未获准在平台内播放');
    expect(strange.asked).toEqual([]);
    // four pictures are seen: the fifth is not fetched
    expect(place.asked).not.toContain('/one.mp4?5');
  });

  it('says which picture is away, and shows it again by itself when it is back', async () => {
    expect(await figure('大门').getByRole('alert').innerText()).toContain('视频中断，稍后自动重连');
    place.isAway = false;
    await plays('大门');
    expect(await figure('大门').getByRole('alert').count()).toBe(0);
  });

  it('shows one, four, nine or sixteen, and goes on to the next', async () => {
    const { page } = manager;
    const count = (): Promise<number> => page.locator('figure[data-video]').count();
    for (const [screens, seen] of [
      [9, 5],
      [16, 5],
      [1, 1],
    ] as const) {
      await page.getByText(`${screens} 画面`, { exact: true }).click();
      await expect.poll(count).toBe(seen);
    }
    await plays('力学室');
    await page.getByTitle('5', { exact: true }).click();
    await plays('样品室');
    await page.getByTitle('1', { exact: true }).click();
  });

  it('plays what was, by the chosen times, and goes back to what is', async () => {
    const { page } = manager;
    await page.getByPlaceholder('回放开始').fill('2026-03-31 23:30');
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('回放结束').fill('2026-04-01 00:10');
    await page.keyboard.press('Enter');
    await expect.poll(() => place.asked).toContain('/back.mp4?from=20260331233000&to=20260401001000');
    await plays('力学室');
    await page.getByRole('button', { name: '回到直播' }).click();
    await expect.poll(() => figure('力学室').locator('video').getAttribute('src')).toBe(`${place.url}/one.mp4`);
    expect(manager.faults()).toEqual([]);
  });

  it('plays HLS where the browser cannot by itself, and has no room that is too narrow on a phone', async () => {
    const phone = await visitor(browser, { width: 390, height: 844 });
    await phone.page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await signIn(phone.page, product.url, 'manager', '/index');
    await phone.page.goto(`${product.url}/#/kanban/projectMainMap`);
    const video = phone.page.getByLabel('养护室', { exact: true });
    // what the library hands over is no address of the place
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentSrc.slice(0, 5))).toBe('blob:');
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime > 0.2), { timeout: 20_000 })
      .toBe(true);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(phone.faults()).toEqual([]);
    await phone.close();
  });

  it('stands on the board of the laboratory: says how a camera is connected, then plays the ones that are', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/#/kanban/centralLaboratory`);
    const wall = page.getByRole('region', { name: '试验室监控' });
    await wall.getByText('尚未接入摄像头', { exact: false }).waitFor();
    // on a wall of the office it takes no room until then
    await page.locator('[data-action="wall"]').click();
    await wall.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await wall.waitFor();
    const ids = await register();
    await page.goto(`${product.url}/#/index`);
    await page.reload();
    await page.goto(`${product.url}/#/kanban/centralLaboratory`);
    // the browser begins to play what is in sight
    await figure('力学室全景').scrollIntoViewIfNeeded();
    await plays('力学室全景');
    expect(await wall.locator('figure[data-video]').count()).toBe(1);
    await page.locator('[data-action="wall"]').click();
    await expect.poll(() => page.locator('[data-board]').getAttribute('data-fit')).toBe('laid');
    await page.keyboard.press('Escape');
    // the page of a camera that has no stream is within its record
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=livePreview&id=${ids.page}`);
    await page.frameLocator('iframe[title="画面网页"]').locator('#seen').waitFor();
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=livePreview&id=${ids.stream}`);
    await page.getByText('HZ-JK-001').first().waitFor();
    // that of the record before stands in its own tab
    expect(await page.locator('iframe[title="画面网页"]').locator('visible=true').count()).toBe(0);
    expect(manager.faults()).toEqual([]);
  });
});
