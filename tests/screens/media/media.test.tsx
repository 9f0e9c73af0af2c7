import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import axe from 'axe-core';
import { useNavigate } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { FrameNode, VideoNode } from '../../../src/grammar/nodes.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { FrameBlock } from '../../../src/screens/media/FrameBlock.tsx';
import { playbackAddress, timeText } from '../../../src/screens/media/playback.ts';
import { VideoBlock } from '../../../src/screens/media/VideoBlock.tsx';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

// pages of other sites are not loaded by a test
(window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM.settings.disableIframePageLoading =
  true;

const allow = (name: string, origins: string): void => {
  const meta = document.createElement('meta');
  meta.name = name;
  meta.content = origins;
  document.head.append(meta);
};
afterEach(() => {
  cleanup();
  document.head.querySelectorAll('meta').forEach((meta) => meta.remove());
});
const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const faults = async (place: Element): Promise<string[]> =>
  (await axe.run(place, { rules: { 'color-contrast': { enabled: false } } })).violations.map(({ id }) => id);

it('a page of an allowed site is embedded with its placeholders filled; any other says why', async () => {
  allow('frame-origins', 'https://map.example.cn');
  const node: FrameNode = { tag: 'frame', title: '监控平台', url: 'https://map.example.cn/view?id=${query.site}' };
  await renderAt('/x?site=s1', fakeServices({}), <FrameBlock node={node} path={[]} />);
  expect(screen.getByTitle('监控平台').getAttribute('src')).toBe('https://map.example.cn/view?id=s1');
  cleanup();
  const refused = { ...node, url: 'https://other.example.cn/' };
  const { container } = await renderAt('/x', fakeServices({}), <FrameBlock node={refused} path={[]} />, admin);
  expect(container.querySelector('iframe')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('https://other.example.cn');
  expect(await faults(container)).toEqual([]);
  cleanup();
  await renderAt('/x', fakeServices({}), <FrameBlock node={{ ...node, url: 'ftp://x.example.cn/' }} path={[]} />);
  expect(screen.getByRole('alert').textContent).toContain('没有可打开的地址');
});

it('a value in an address stays one part of it, whatever is in it; an address that is a field stays as it is', async () => {
  const src = async (url: string, at: string): Promise<string | null> => {
    cleanup();
    await renderAt(at, fakeServices({}), <FrameBlock node={{ tag: 'frame', title: '报表', url }} path={[]} />);
    return screen.getByTitle('报表').getAttribute('src');
  };
  const project = encodeURIComponent('A&B 3#楼');
  const origin = window.location.origin;
  expect(await src('/view?project=${query.name}&size=${query.size}', `/x?name=${project}&size=2`)).toBe(
    `${origin}/view?project=${project}&size=2`,
  );
  expect(await src('${query.page}?p=${query.name}', `/x?page=${encodeURIComponent('/a/b')}&name=${project}`)).toBe(
    `${origin}/a/b?p=${project}`,
  );
});

it('times of playback are written as the place of videos wants them, in the time of China', () => {
  const moment = new Date('2026-01-31T00:00:00Z');
  expect((['iso', 'compact', 'unix'] as const).map((format) => timeText(moment, format))).toEqual([
    '2026-01-31T08:00:00+08:00',
    '20260131080000',
    '1769817600',
  ]);
  const camera = { name: '一号', url: '', playback: '/back.m3u8?from={start}&to={end}' };
  expect(playbackAddress(camera, moment, new Date('2026-01-31T01:00:00Z'), 'compact')).toBe(
    '/back.m3u8?from=20260131080000&to=20260131090000',
  );
  expect(playbackAddress({ name: '二号', url: '' }, moment, moment, 'iso')).toBeNull();
});

const cameras = Array.from({ length: 6 }, (_camera, index) => ({
  name: `机位${index + 1}`,
  url: `/live/${index + 1}.mp4`,
}));
const address = (path: string): string => new URL(path, window.location.href).href;

it('a wall plays only the pictures that are seen, and the number of pictures changes', async () => {
  const node: VideoNode = { tag: 'video', title: '现场视频', cameras };
  const { container } = await renderAt('/x', fakeServices({}), <VideoBlock node={node} path={[]} />);
  const seen = (): string[] => [...container.querySelectorAll('video')].map((video) => video.getAttribute('src') ?? '');
  expect(seen()).toEqual(['/live/1.mp4', '/live/2.mp4', '/live/3.mp4', '/live/4.mp4'].map(address));
  expect(await faults(container)).toEqual([]);
  fireEvent.click(screen.getByTitle('2'));
  expect(seen()).toHaveLength(2);
  // the fifth camera was the first that was seen: it stays in sight
  fireEvent.click(screen.getByText('1 画面'));
  expect(seen()).toEqual([address('/live/5.mp4')]);
  fireEvent.click(screen.getByText('9 画面'));
  expect(seen()).toHaveLength(6);
});

it('what cannot be played says so and can be tried again; a site that is not allowed says which', async () => {
  const node: VideoNode = {
    tag: 'video',
    cameras: [
      { name: '断线', url: '/live/gone.mp4' },
      { name: '外站', url: 'https://video.example.cn/a.m3u8' },
    ],
  };
  const { container } = await renderAt('/x', fakeServices({}), <VideoBlock node={node} path={[]} />, admin);
  expect(screen.getByText(/视频网站 https:\/\/video\.example\.cn 未获准/)).toBeDefined();
  const video = (): HTMLVideoElement => container.querySelector('video') as HTMLVideoElement;
  fireEvent.error(video());
  fireEvent.click(screen.getByRole('button', { name: '立即重连' }));
  expect(container.querySelector('figure')?.dataset.video).toBe('waiting');
});

it('a picture that is away is tried again by itself, more and more seldom, and shown when it is back', async () => {
  const node: VideoNode = { tag: 'video', cameras: [{ name: '断线', url: '/live/gone.mp4' }], screens: 1 };
  const { container } = await renderAt('/x', fakeServices({}), <VideoBlock node={node} path={[]} />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const state = (): string | undefined => container.querySelector('figure')?.dataset.video;
    const after = (seconds: number): void => act(() => void vi.advanceTimersByTime(seconds * 1000));
    const video = (): HTMLVideoElement => container.querySelector('video') as HTMLVideoElement;
    fireEvent.error(video());
    expect(screen.getByRole('alert').textContent).toContain('视频中断，稍后自动重连');
    after(5);
    expect(state()).toBe('waiting');
    // nothing comes at all: that is a failure, too
    after(20);
    expect(state()).toBe('failed');
    after(9);
    expect(state()).toBe('failed');
    after(1);
    expect(state()).toBe('waiting');
    fireEvent.playing(video());
    expect(state()).toBe('playing');
    // a live picture that stands still says so
    fireEvent.waiting(video());
    expect(state()).toBe('waiting');
    fireEvent.error(video());
    after(5);
    expect(state()).toBe('waiting');
  } finally {
    vi.useRealTimers();
  }
});

it('cameras come from records within the rights of whoever looks', async () => {
  const list = vi.fn(async () => ({ list: [aRecord('r1', { name: '东门', address: '/live/1.mp4' })], total: 1 }));
  const services = fakeServices({ records: { list } }) as Services;
  const node: VideoNode = { tag: 'video', from: { formKey: 'camera', name: 'name', url: 'address' }, screens: 1 };
  await renderAt('/x', services, <VideoBlock node={node} path={[]} />);
  expect(await screen.findByText('东门')).toBeDefined();
  expect(list).toHaveBeenCalledWith('camera', expect.objectContaining({ conditions: [] }));
});

it('of the records only those that are asked for and connected are shown; without any it says how to connect one', async () => {
  const list = vi.fn(async () => ({
    list: [aRecord('r1', { name: '东门', address: '/live/1.mp4' }), aRecord('r2', { name: '西门', address: '' })],
    total: 2,
  }));
  const from = {
    formKey: 'camera',
    name: 'name',
    url: 'address',
    fixedQuery: { state: ['在线'], site: '${query.site}' },
  };
  const node: VideoNode = { tag: 'video', title: '试验室监控', from, empty: '尚未接入摄像头' };
  const { container } = await renderAt(
    `/x?site=${encodeURIComponent('检测室')}`,
    fakeServices({ records: { list } }),
    <VideoBlock node={node} path={[]} />,
  );
  expect(await screen.findByText('东门')).toBeDefined();
  expect(screen.queryByText('西门')).toBeNull();
  expect(list).toHaveBeenCalledWith(
    'camera',
    expect.objectContaining({
      conditions: [
        { field: 'state', op: 'in', value: ['在线'] },
        { field: 'site', op: 'eq', value: '检测室' },
      ],
    }),
  );
  // one camera fills the wall: three empty places beside it would say nothing
  const wall = container.querySelector<HTMLElement>('[data-video-wall="filled"] .sc-video-wall');
  expect(wall?.style.gridTemplateColumns).toContain('repeat(1,');
  expect(wall?.style.gridTemplateRows).toContain('repeat(1,');
  cleanup();
  const none = { records: { list: async () => ({ list: [], total: 0 }) } };
  await renderAt('/x', fakeServices(none), <VideoBlock node={node} path={[]} />);
  expect(await screen.findByText('尚未接入摄像头')).toBeDefined();
  expect(screen.queryByText('4 画面')).toBeNull();
});

it('shows the last page that is left when there are fewer cameras after the address has changed', async () => {
  const list = vi.fn(async (_form: string, { conditions }: { conditions: readonly { value: unknown }[] }) => {
    const records = Array.from({ length: conditions[0]?.value === '东区' ? 1 : 3 }, (_none, index) =>
      aRecord(`r${index}`, { name: `机位${index}`, address: `/live/${index}.mp4` }),
    );
    return { list: records, total: records.length };
  });
  const from = { formKey: 'camera', name: 'name', url: 'address', fixedQuery: { site: '${query.site}' } };
  const Page = () => {
    const go = useNavigate();
    return (
      <>
        <button type="button" onClick={() => void go(`/x?site=${encodeURIComponent('东区')}`)}>
          换区
        </button>
        <VideoBlock node={{ tag: 'video', from, screens: 1 }} path={[]} />
      </>
    );
  };
  await renderAt(`/x?site=${encodeURIComponent('全部')}`, fakeServices({ records: { list: list as never } }), <Page />);
  await screen.findByText('机位0');
  fireEvent.click(screen.getByTitle('3'));
  await screen.findByText('机位2');
  fireEvent.click(screen.getByText('换区'));
  await screen.findByText('机位0');
  expect(screen.queryByText('机位2')).toBeNull();
});

it('says how many cameras there are where not all are shown', async () => {
  const list = async () => ({ list: [aRecord('r1', { name: '东门', address: '/live/1.mp4' })], total: 201 });
  const node: VideoNode = { tag: 'video', from: { formKey: 'camera', name: 'name', url: 'address' }, screens: 1 };
  await renderAt('/x', fakeServices({ records: { list } }), <VideoBlock node={node} path={[]} />);
  expect(await screen.findByText(/共 201 路，只显示前 200 路/)).toBeDefined();
});

it('a page whose address is an empty field of the record is not there', async () => {
  const node: FrameNode = { tag: 'frame', title: '画面网页', url: '${pageUrl}' };
  const { container } = await renderAt('/x', fakeServices({}), <FrameBlock node={node} path={[]} />);
  expect(container.querySelector('section')).toBeNull();
});

const hls = vi.hoisted(() => ({
  loaded: [] as string[],
  attached: [] as string[],
  onError: (_fatal: boolean): void => undefined,
}));
vi.mock('hls.js', () => ({
  default: class {
    static Events = { ERROR: 'error' };
    static isSupported = () => true;
    on(_event: string, listener: (event: string, data: { fatal: boolean }) => void) {
      hls.onError = (fatal) => listener('error', { fatal });
    }
    loadSource = (source: string) => hls.loaded.push(source);
    attachMedia = (video: HTMLVideoElement) => hls.attached.push(video.getAttribute('aria-label') ?? '');
    destroy = () => undefined;
  },
}));

it('HLS is handed to the library where the browser does not play it, and what the library cannot mend is away', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('');
  const node: VideoNode = { tag: 'video', cameras: [{ name: '养护室', url: '/live/list.m3u8?room=2' }], screens: 1 };
  const { container } = await renderAt('/x', fakeServices({}), <VideoBlock node={node} path={[]} />);
  await vi.waitFor(() => expect(hls.attached).toEqual(['养护室']));
  expect(hls.loaded).toEqual([address('/live/list.m3u8?room=2')]);
  expect(container.querySelector('video')?.getAttribute('src')).toBeNull();
  act(() => hls.onError(false));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => hls.onError(true));
  expect(screen.getByRole('alert').textContent).toContain('视频中断');
  play.mockRestore();
});

it('a wall plays what was by the chosen times, and goes back to what is', async () => {
  const node: VideoNode = {
    tag: 'video',
    timeFormat: 'compact',
    cameras: [{ name: '力学室', url: '/live/1.mp4', playback: '/back.mp4?from={start}&to={end}' }],
  };
  const { container } = await renderAt('/x', fakeServices({}), <VideoBlock node={node} path={[]} />);
  const source = (): string => container.querySelector('video')?.getAttribute('src') ?? '';
  expect(source()).toBe(address('/live/1.mp4'));
  for (const [place, time] of [
    ['回放开始', '2026-03-31 23:30'],
    ['回放结束', '2026-04-01 00:10'],
  ] as const) {
    const input = screen.getByPlaceholderText(place);
    fireEvent.mouseDown(input);
    fireEvent.focus(input);
    fireEvent.change(input, { target: { value: time } });
    fireEvent.keyDown(input, { key: 'Enter' });
  }
  expect(source()).toMatch(/\/back\.mp4\?from=\d{14}&to=\d{14}$/);
  fireEvent.click(await screen.findByText('回到直播'));
  expect(source()).toBe(address('/live/1.mp4'));
});
