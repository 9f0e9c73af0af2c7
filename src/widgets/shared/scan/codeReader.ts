/** Thrown if no codes can be read with the camera. The message is shown to the user. */
export class CameraFailure extends Error {}

/** Reads codes in the camera picture. */
export interface CodeReader {
  /**
   * Returns the text of a code in the current picture; null if no code is visible. Throws a `CameraFailure` if later
   * pictures cannot be read either; throws another error if only this picture cannot be read.
   */
  read(video: HTMLVideoElement): Promise<string | null>;
  dispose(): void;
}

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Code types on labels of samples, devices, files and parcels. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'code_93', 'ean_13', 'ean_8', 'itf', 'codabar'];
/** Maximum side length in pixels of the decoded picture: enough for a label, and fast on a phone. */
const MAX_SIDE = 960;
/** Time limit in ms for one picture; the first pictures also wait for the download of the decoder. */
const READING_LIMIT_MS = 3000;

/** Returns the browser's own reader (Chrome on Android, Safari); null if there is none or it cannot read QR codes. */
async function nativeReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  if (Detector === undefined) return null;
  try {
    const supportedFormats = await Detector.getSupportedFormats();
    if (!supportedFormats.includes('qr_code')) return null;
    const detector = new Detector({ formats: FORMATS.filter((format) => supportedFormats.includes(format)) });
    return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null, dispose: () => undefined };
  } catch {
    // on some systems the class exists but does not work: the worker is used instead
    return null;
  }
}

/**
 * Creates a reader that decodes in a worker, so that the camera picture does not stutter. The decoder is WebAssembly,
 * which the page's security policy forbids; the worker runs under the policy of its own file.
 */
function workerReader(): CodeReader {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
  // `onerror` is called only once, perhaps before the first picture, so the error is stored
  let loadError: Error | null = null;
  let rejectReading: (error: Error) => void = () => undefined;
  worker.onerror = () => {
    loadError = new CameraFailure('识别程序没有加载成功，请检查网络后重试，或者改用扫码枪、手工输入');
    rejectReading(loadError);
  };
  worker.onmessageerror = () => rejectReading(new Error('The answer of the decoder cannot be read.'));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read(video) {
      const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
      if (loadError !== null) return Promise.reject(loadError);
      if (context === null || width === 0 || height === 0) return Promise.resolve(null);
      canvas.width = width;
      canvas.height = height;
      context.drawImage(video, 0, 0, width, height);
      const picture = context.getImageData(0, 0, width, height);
      let timer: ReturnType<typeof setTimeout> | undefined;
      return new Promise<string | null>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error('The decoder has not answered in time.')), READING_LIMIT_MS);
        rejectReading = reject;
        worker.onmessage = ({ data }: MessageEvent<{ text: string | null; error?: string }>) =>
          data.error === undefined ? resolve(data.text) : reject(new Error(data.error));
        worker.postMessage(picture, [picture.data.buffer]);
      }).finally(() => clearTimeout(timer));
    },
    dispose: () => worker.terminate(),
  };
}

/** Returns the browser's own reader, else a decoder that is downloaded on demand. */
export const createCodeReader = async (): Promise<CodeReader> => (await nativeReader()) ?? workerReader();
