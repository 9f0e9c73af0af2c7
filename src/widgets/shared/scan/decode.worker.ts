import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

// without this setting the library would fetch its WebAssembly file from another server
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** Replies to each picture with the text of a code in it (null: none), or with the decoder's error. */
globalThis.onmessage = ({ data }: MessageEvent<ImageData>): void => {
  readBarcodes(data, { maxNumberOfSymbols: 1, tryHarder: true }).then(
    (found) => globalThis.postMessage({ text: found[0]?.text || null }),
    (error: unknown) => globalThis.postMessage({ text: null, error: String(error) }),
  );
};
