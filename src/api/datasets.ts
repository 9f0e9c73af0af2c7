import type {
  DrillDownPage,
  DrillDownQuery,
  DatasetOutline,
  DatasetPreview,
  DatasetService,
  FigureAnswer,
  FigureQuestion,
  LinesPage,
} from '../runtime/services/datasets.ts';
import type { RecordTexts } from '../runtime/services/relations.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import type { Download } from './downloads.ts';
import type { Http } from './http/client.ts';

const BASE = '/system/dataset';

/** A page of record texts as the server sends it. */
type WireRecordTexts = Omit<RecordTexts, 'list' | 'total'> & { rows: RecordTexts['list']; page: { total: number } };

/** The server's answer to one question of a request. */
type AnswerOrError = FigureAnswer | { datasetKey: string; error: { code: string; msg: string } };

interface QueuedQuery {
  question: FigureQuestion;
  resolve(answer: FigureAnswer): void;
  reject(error: unknown): void;
}

/** Time for which a query waits for other queries of the same screen, to be sent in one request. */
const BATCH_WINDOW_MS = 15;
const MAX_QUERIES_PER_REQUEST = 40;

/**
 * Creates the calls on datasets. Queries made within `BATCH_WINDOW_MS` are sent in one request; equal queries are sent
 * once.
 */
export function createDatasetCalls(http: Http, download: Download): DatasetService {
  let queue: QueuedQuery[] = [];
  /** Downloads the answer of a call as an Excel file. Returns false if the user cancelled. */
  const downloadAsExcel = (call: string, body: unknown, fileName: string): Promise<boolean> =>
    download({ method: 'POST', path: `${BASE}/${call}`, body }, `${fileName}.xlsx`);

  async function send(queries: readonly QueuedQuery[]): Promise<void> {
    // the questions as JSON text, each once; the server answers in this order
    const distinctQuestions = [...new Set(queries.map(({ question }) => JSON.stringify(question)))];
    try {
      const answers = await http.send<AnswerOrError[]>({
        method: 'POST',
        path: `${BASE}/run`,
        body: { questions: distinctQuestions.map((text) => JSON.parse(text) as FigureQuestion) },
        isQuiet: true,
      });
      for (const { question, resolve, reject } of queries) {
        const answer = answers[distinctQuestions.indexOf(JSON.stringify(question))];
        if (answer && !('error' in answer)) resolve(answer);
        else reject(new ServiceError(answer?.error.code ?? 'SERVER', answer?.error.msg ?? '未能取得'));
      }
    } catch (error) {
      for (const { reject } of queries) reject(error);
    }
  }

  const sendQueue = (): void => {
    const queries = queue;
    queue = [];
    for (let start = 0; start < queries.length; start += MAX_QUERIES_PER_REQUEST)
      void send(queries.slice(start, start + MAX_QUERIES_PER_REQUEST));
  };

  return {
    // `isLast`: no other query follows soon, so the queue is sent at once
    query: (question, isLast = false) =>
      new Promise((resolve, reject) => {
        if (queue.length === 0 && !isLast) setTimeout(sendQueue, BATCH_WINDOW_MS);
        queue.push({ question, resolve, reject });
        if (isLast) sendQueue();
      }),
    async drillDown(question: DrillDownQuery, page) {
      const answer = await http.send<
        Omit<DrillDownPage, 'list' | 'total'> & { rows: DrillDownPage['list']; page: { total: number } }
      >({
        method: 'POST',
        path: `${BASE}/records`,
        body: { ...question, page },
        isQuiet: true,
      });
      const { rows, page: wirePage, ...rest } = answer;
      return { ...rest, list: rows, total: wirePage.total };
    },
    async recordsBehind(formKey, behind, page, sort) {
      const {
        rows,
        page: wirePage,
        ...rest
      } = await http.send<WireRecordTexts>({
        method: 'POST',
        path: `/system/relation/behind/${encodeURIComponent(formKey)}`,
        body: { data: { behind, sort }, page },
        isQuiet: true,
      });
      return { ...rest, list: rows, total: wirePage.total };
    },
    async lines(question, page) {
      const { page: wirePage, ...answer } = await http.send<Omit<LinesPage, 'total'> & { page: { total: number } }>({
        method: 'POST',
        path: `${BASE}/lines`,
        body: { ...question, page },
        isQuiet: true,
      });
      return { ...answer, total: wirePage.total };
    },
    exportLines: (question, columns, fileName) => downloadAsExcel('exportLines', { ...question, columns }, fileName),
    exportPivot({ datasetKey, params, shared }, layout, fileName) {
      const body = { datasetKey, ...(params ? { params } : {}), ...(shared ? { shared } : {}), ...layout };
      return downloadAsExcel('exportPivot', body, fileName);
    },
    outline: (datasetKey: string): Promise<DatasetOutline> =>
      http.send({ method: 'GET', path: `${BASE}/define`, query: { datasetKey }, isQuiet: true }),
    exportTable: (question, fileName) => downloadAsExcel('export', question, fileName),
    preview: (datasetKey: string, definition: unknown): Promise<DatasetPreview> =>
      http.send({ method: 'POST', path: `${BASE}/preview`, body: { datasetKey, definition }, isQuiet: true }),
  };
}
