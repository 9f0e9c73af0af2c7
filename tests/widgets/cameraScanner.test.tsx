import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraScanner } from '../../src/widgets/shared/scan/CameraScanner.tsx';

const camera = vi.fn<() => Promise<unknown>>();
const detect = vi.fn<() => Promise<{ rawValue: string }[]>>();
const stop = vi.fn();
const stream = { getTracks: () => [{ stop }], getVideoTracks: () => [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: camera } });
  class BarcodeDetector {
    static getSupportedFormats = async (): Promise<string[]> => ['qr_code'];
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => undefined);
  camera.mockResolvedValue(stream);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const alertText = (): string => document.querySelector('[role="alert"]')?.textContent ?? '';

test('a few failed readings do not end the scanning, a camera that reads nothing more is turned off and can be retried', async () => {
  const onCode = vi.fn();
  detect.mockRejectedValue(new Error('The source cannot be read.'));
  render(<CameraScanner onCode={onCode} />);
  await wait(1000);
  expect(alertText()).toBe('');
  detect.mockResolvedValue([{ rawValue: 'A1' }]);
  await wait(300);
  expect(onCode.mock.calls).toEqual([['A1']]);
  detect.mockRejectedValue(new Error('The source cannot be read.'));
  await wait(5000);
  expect(alertText()).toContain('不能识别画面中的码');
  expect(stop).toHaveBeenCalledTimes(1);
  detect.mockResolvedValue([{ rawValue: 'B2' }]);
  await act(async () => fireEvent.click(document.querySelector('[data-action="retry-camera"]') as Element));
  await wait(500);
  expect(onCode).toHaveBeenLastCalledWith('B2');
});

test.each([
  ['AbortError', '摄像头没有打开，请重试，或者改用扫码枪、手工输入'],
  ['OverconstrainedError', '没有找到合适的摄像头，请改用扫码枪或手工输入'],
  ['UnknownError', '摄像头没有打开，请重试，或者改用扫码枪、手工输入'],
])('%s of the browser is told in Chinese', async (name, text) => {
  camera.mockRejectedValue(new DOMException('Could not start video source', name));
  render(<CameraScanner onCode={() => undefined} />);
  await wait(100);
  expect(alertText()).toContain(text);
  expect(alertText()).not.toContain('Could');
});

test.each([
  ['cannot be loaded', '识别程序没有加载成功，请检查网络后重试', 1000],
  ['never answers', '不能识别画面中的码', 40_000],
])('a decoder that %s is told', async (how, message, time) => {
  vi.stubGlobal('BarcodeDetector', undefined);
  const size = { value: 480, configurable: true };
  Object.defineProperties(HTMLVideoElement.prototype, { videoWidth: size, videoHeight: size });
  const getImageData = () => ({ data: new Uint8ClampedArray(4) });
  const context = { drawImage: () => undefined, getImageData };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  class SilentWorker {
    onerror: (() => void) | null = null;
    constructor() {
      if (how === 'cannot be loaded') queueMicrotask(() => this.onerror?.());
    }
    postMessage = (): void => undefined;
    terminate = (): void => undefined;
  }
  vi.stubGlobal('Worker', SilentWorker);
  render(<CameraScanner onCode={() => undefined} />);
  await wait(time);
  expect(alertText()).toContain(message);
});

test('failed readings do not count while the page is not in front', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  detect.mockRejectedValue(new Error('The source cannot be read.'));
  render(<CameraScanner onCode={() => undefined} />);
  await wait(10_000);
  expect(alertText()).toBe('');
  state.mockReturnValue('visible');
  await wait(3000);
  expect(alertText()).toContain('不能识别画面中的码');
});
