import type {
  BehindPage,
  BehindQuestion,
  DatasetOutline,
  DatasetPreview,
  DatasetService,
  FigureAnswer,
  FigureQuestion,
  LinesPage,
} from '../runtime/services/datasets.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import { saveBlob } from './openFile.ts';
import type { Http } from './http/client.ts';

const BASE = '/system/dataset';

type Answer = FigureAnswer | { datasetKey: string; error: { code: string; msg: string } };

interface Waiting {
  question: FigureQuestion;
  resolve(answer: FigureAnswer): void;
  reject(error: unknown): void;
}

const saveSheet = (bytes: Blob, fileName: string): void =>
  saveBlob({ id: '', url: '', fileExt: 'xlsx', fileName: `${fileName.replace(/[\\/:*?"<>|]/g, '_')}.xlsx` }, bytes);

/** So long a question waits for others of its screen. */
const TOGETHER_MS = 15;
/** So many go in one request. */
const MOST = 40;

/** Calls on datasets. The questions of a screen are sent together. */
export function createDatasetCalls(http: Http): DatasetService {
  let waiting: Waiting[] = [];

  async function send(all: readonly Waiting[]): Promise<void> {
    const names = [...new Set(all.map(({ question }) => JSON.stringify(question)))];
    try {
      const answers = await http.send<Answer[]>({
        method: 'POST',
        path: `${BASE}/run`,
        body: { questions: names.map((name) => JSON.parse(name) as FigureQuestion) },
        isQuiet: true,
      });
      for (const { question, resolve, reject } of all) {
        const answer = answers[names.indexOf(JSON.stringify(question))];
        if (answer && !('error' in answer)) resolve(answer);
        else reject(new ServiceError(answer?.error.code ?? 'SERVER', answer?.error.msg ?? '未能取得'));
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  const sendWaiting = (): void => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST) void send(all.slice(at, at + MOST));
  };

  return {
    ask: (question, isLast = false) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0 && !isLast) setTimeout(sendWaiting, TOGETHER_MS);
        waiting.push({ question, resolve, reject });
        if (isLast) sendWaiting();
      }),
    async behind(question: BehindQuestion, page) {
      const answer = await http.send<
        Omit<BehindPage, 'list' | 'total'> & { rows: BehindPage['list']; page: { total: number } }
      >({
        method: 'POST',
        path: `${BASE}/records`,
        body: { ...question, page },
        isQuiet: true,
      });
      const { rows, page: counted, ...more } = answer;
      return { ...more, list: rows, total: counted.total };
    },
    async lines(question, page) {
      const { page: counted, ...answer } = await http.send<Omit<LinesPage, 'total'> & { page: { total: number } }>({
        method: 'POST',
        path: `${BASE}/lines`,
        body: { ...question, page },
        isQuiet: true,
      });
      return { ...answer, total: counted.total };
    },
    async exportLines(question, columns, fileName) {
      const body = { ...question, columns };
      const { bytes } = await http.download({ method: 'POST', path: `${BASE}/exportLines`, body });
      saveSheet(bytes, fileName);
    },
    async exportPivot({ datasetKey, params, shared }, layout, fileName) {
      const body = { datasetKey, ...(params ? { params } : {}), ...(shared ? { shared } : {}), ...layout };
      const { bytes } = await http.download({ method: 'POST', path: `${BASE}/exportPivot`, body });
      saveSheet(bytes, fileName);
    },
    outline: (datasetKey: string): Promise<DatasetOutline> =>
      http.send({ method: 'GET', path: `${BASE}/define`, query: { datasetKey }, isQuiet: true }),
    async exportTable(question, fileName) {
      const { bytes } = await http.download({ method: 'POST', path: `${BASE}/export`, body: question });
      saveSheet(bytes, fileName);
    },
    preview: (datasetKey: string, definition: unknown): Promise<DatasetPreview> =>
      http.send({ method: 'POST', path: `${BASE}/preview`, body: { datasetKey, definition }, isQuiet: true }),
  };
}
