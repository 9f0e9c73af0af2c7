import { Alert, Button, Empty, Skeleton } from 'antd';
import { useContext, useState } from 'react';
import { commentTopic } from '../../domain/recordTopics.ts';
import type { TimelineNode } from '../../grammar/nodes.ts';
import { RecordPageContext, useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Timeline, TimelineEntry } from '../../runtime/services/recordPages.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { Happening } from './Happening.tsx';
import { byDay } from './byDay.ts';
import './timeline.css';

const STEP = 20;

/** Entries behind a first page. */
interface Later {
  of: Timeline | undefined;
  entries: TimelineEntry[];
  next: string;
}

/** What happened to the record whose page this is, and to its relatives: by days, the newest first. */
export function TimelineBlock({ node }: BlockProps<TimelineNode>) {
  const page = useContext(RecordPageContext);
  const { id, revision = 0 } = page?.record ?? {};
  return page && id ? <Days key={id} node={node} formKey={page.formKey} recordId={id} revision={revision} /> : null;
}

function Days({
  node,
  formKey,
  recordId,
  revision,
}: {
  node: TimelineNode;
  formKey: string;
  recordId: string;
  revision: number;
}) {
  const services = useServices();
  const { message } = useFeedback();
  const { over = [], pageSize = STEP } = node;
  const ask = (before: string): Promise<Timeline> =>
    services.recordPages.timeline(formKey, { id: recordId, over, before, pageSize });
  const { load, reload, refresh } = useLoad(
    () => ask(''),
    [services, formKey, recordId, revision, over.join(' '), pageSize],
  );
  useServerEvents(commentTopic(recordId), refresh);
  /** What was asked for behind the first page, and which first page that belongs to. */
  const [earlier, setEarlier] = useState<Later | null>(null);
  const [isBusy, setBusy] = useState(false);
  const first = load.value;
  // a new first page moves where the later ones begin
  const later = earlier !== null && earlier.of === first ? earlier : null;
  const next = later ? later.next : (first?.next ?? '');
  const more = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await ask(next);
      setEarlier({ of: first, entries: [...(later?.entries ?? []), ...answer.entries], next: answer.next });
    } catch (error) {
      message.error(messageOf(error));
    }
    setBusy(false);
  };
  if (load.state === 'error' && first === undefined)
    return <Failure title="动态没有加载出来" error={load.error} onRetry={reload} />;
  if (first === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const entries = [...first.entries, ...(later?.entries ?? [])];
  return (
    <section className="tl" aria-label="动态" data-timeline={recordId}>
      {first.isPartial ? <Alert type="info" showIcon message="有的相关记录您无权查看，其动态没有列出" /> : null}
      {entries.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有动态" />
      ) : (
        byDay(entries).map(({ day, label, entries: ofDay }) => (
          <section key={day} className="tl-day" data-day={day}>
            <h3>{label}</h3>
            <ol>
              {ofDay.map((entry) => (
                <Happening key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ol>
          </section>
        ))
      )}
      {next === '' ? null : (
        <Button block onClick={() => void more()} loading={isBusy} data-action="timeline-more">
          显示更早的
        </Button>
      )}
    </section>
  );
}
