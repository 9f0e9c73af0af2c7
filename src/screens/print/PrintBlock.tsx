import { useEffect, useMemo, useRef } from 'react';
import { Button, Skeleton } from 'antd';
import { productTimeText } from '../../domain/dates.ts';
import type { RecordPrintNode } from '../../grammar/nodes.ts';
import { FormContext, useRegistry, useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { withRetired } from '../../runtime/options/source.ts';
import { useOptionsOfFields } from '../../runtime/options/useOptions.ts';
import { QrCode } from '../../runtime/host/QrCode.tsx';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { HistoryEntry, PendingTask } from '../../runtime/services/tasks.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { loadDetail, type DetailBundle } from '../detail/loadDetail.ts';
import { buildSituation, readDetailQuery, type DetailQuery } from '../detail/situation.ts';
import { detailAddress, usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { stateLabel } from '../shared/flowState.ts';
import { useLoad } from '../shared/useLoad.ts';
import { PrintNodes } from './PrintNodes.tsx';
import { PrintRelated } from './PrintRelated.tsx';
import { PrintOpinions } from './PrintOpinions.tsx';
import './print.css';

/** Interval in ms at which the page checks whether all pictures are loaded, and maximum wait for them. */
const CHECK_MS = 400;
const MAX_WAIT_MS = 6000;

interface PrintData extends DetailBundle {
  history: readonly HistoryEntry[];
  pending: readonly PendingTask[];
}

const NO_PRESETS: DetailQuery['presets'] = new Map();

/**
 * Print page of a record in A4 format, with the user's permissions. Opens the browser's print dialog when everything is
 * loaded.
 */
export function PrintBlock({ node }: BlockProps<RecordPrintNode>) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const query = {
    ...readDetailQuery(navigation.query, node.formKey),
    isEdit: false,
    isTodo: false,
    presets: new Map(),
  };
  const { load, reload } = useLoad(async (): Promise<PrintData> => {
    if (query.id === null) throw new ServiceError('404', '地址中缺少记录编号');
    const bundle = await loadDetail({ services, vocabulary: registry, query });
    const hasHistory = Boolean(bundle.compiled.definition.flowKey) && bundle.record?.flwState !== '0';
    const [history, pending] = hasHistory
      ? await Promise.all([
          services.tasks.history(query.formKey, query.id),
          node.isFlowSheet ? services.tasks.pending(query.formKey, query.id) : [],
        ])
      : [[], []];
    return { ...bundle, history, pending };
  }, [services, registry, query.formKey, query.id, node.isFlowSheet]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Sheet data={load.value} query={query} node={node} />;
}

function Sheet({ data, query, node }: { data: PrintData; query: DetailQuery; node: RecordPrintNode }) {
  const { compiled, record, config, history, pending } = data;
  const services = useServices();
  const navigation = usePageNavigation();
  const { user } = useSituation();
  // view mode without the additional permissions of super roles
  const situation = useMemo(
    () => ({
      ...buildSituation({
        user,
        query: {
          formKey: query.formKey,
          id: query.id,
          taskId: null,
          draft: null,
          isEdit: false,
          isTodo: false,
          presets: NO_PRESETS,
          source: null,
        },
        rawQuery: {},
        record,
        config,
        mode: 'view',
      }),
      superRole: false,
    }),
    [user, query.formKey, query.id, record, config],
  );
  const session = useFormSession({ compiled, record, situation, services, mode: 'view' });
  const { formName } = compiled.definition;
  const isFlowSheet = node.isFlowSheet === true;
  const title = node.title ?? (isFlowSheet ? `${formName}流转单` : formName);
  const recordAddress = detailAddress({ formKey: query.formKey, id: query.id ?? '' });
  // without a process, only the state of a voided record is printed
  const showsState = Boolean(compiled.definition.flowKey) || record?.flwState === '4';
  const headItems: [string, string | undefined][] = [
    ['标题', record?.title === title ? undefined : record?.title],
    ['创建人', record?.createByName],
    ['创建时间', record?.createTime],
    ['状态', showsState ? stateLabel(record?.flwState, record?.isWithdrawn) : undefined],
    ['当前节点', isFlowSheet ? record?.taskNode : undefined],
  ];
  return (
    <FormContext value={session}>
      <div className="pr-bar">
        <Button type="primary" data-action="print" onClick={() => window.print()}>
          打印
        </Button>
        <Button data-action="back" onClick={() => navigation.back(recordAddress)}>
          返回
        </Button>
      </div>
      <article className="pr-sheet" data-print={query.formKey} aria-label={title}>
        {isFlowSheet ? (
          <QrCode
            className="pr-code"
            text={`${window.location.origin}${window.location.pathname}#${recordAddress}`}
            label={`${record?.title || title}的二维码`}
          />
        ) : null}
        <h1>{title}</h1>
        <p className="pr-facts">
          {headItems
            .filter(([, text]) => text)
            .map(([name, text]) => (
              <span key={name}>{`${name}：${text}`}</span>
            ))}
        </p>
        <PrintNodes session={session} />
        {query.id !== null && !isFlowSheet ? (
          <PrintRelated definition={compiled.definition} recordId={query.id} />
        ) : null}
        <PrintOpinions entries={history} {...(isFlowSheet ? { pending } : {})} />
        <footer className="pr-facts">
          <span>{`打印人：${user.name}`}</span>
          <span>{`打印时间：${productTimeText()}`}</span>
        </footer>
      </article>
      {node.isManual !== true && <AutoPrint session={session} title={record?.title || title} />}
    </FormContext>
  );
}

/** Opens the print dialog once, after all options are loaded; values would otherwise be printed as codes. */
function AutoPrint({ session, title }: { session: FormSession; title: string }) {
  const nodes = useMemo(() => [...session.compiled.fields.values()].map((field) => withRetired(field.node)), [session]);
  const isReady = useOptionsOfFields(nodes).every(({ status }) => status !== 'loading');
  const hasPrinted = useRef(false);
  useEffect(() => {
    if (!isReady || hasPrinted.current) return undefined;
    const pageTitle = document.title;
    let waitedMs = 0;
    const timer = setInterval(() => {
      waitedMs += CHECK_MS;
      // waits for signatures and pictures, which load separately, up to the maximum
      if (waitedMs < MAX_WAIT_MS && document.querySelector('.pr-sheet [data-waiting], .pr-sheet .ant-skeleton')) return;
      clearInterval(timer);
      hasPrinted.current = true;
      // browsers suggest the document title as the name of a PDF file
      document.title = title;
      window.print();
      document.title = pageTitle;
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isReady, title]);
  return null;
}
