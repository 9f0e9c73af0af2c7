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
import { TimelineItem } from './TimelineItem.tsx';
import { groupByDay } from './groupByDay.ts';
import './timeline.css';

/** Default number of entries per page. */
const DEFAULT_PAGE_SIZE = 20;

/**
 * The entries that were loaded after a first page. They are valid only while `firstPage` is the displayed first page.
 * `next`: where the following page begins; '' for none.
 */
interface EarlierEntries {
  firstPage: Timeline | undefined;
  entries: TimelineEntry[];
  next: string;
}

/** Timeline of the page's record and its related records, grouped by day, newest first. */
export function TimelineBlock({ node }: BlockProps<TimelineNode>) {
  const page = useContext(RecordPageContext);
  const { id, revision = 0 } = page?.record ?? {};
  return page && id ? (
    <TimelineOfRecord key={id} node={node} formKey={page.formKey} recordId={id} revision={revision} />
  ) : null;
}

function TimelineOfRecord({
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
  // `over`: the paths to the related records whose entries are listed, too
  const { over: relatedPaths = [], pageSize = DEFAULT_PAGE_SIZE } = node;
  /** Loads the page that begins at `position` (`Timeline.next`); '': the first page. */
  const loadPage = (position: string): Promise<Timeline> =>
    services.recordPages.timeline(formKey, { id: recordId, over: relatedPaths, before: position, pageSize });
  const { load, reload, refresh } = useLoad(
    () => loadPage(''),
    [services, formKey, recordId, revision, relatedPaths.join(' '), pageSize],
  );
  useServerEvents(commentTopic(recordId), refresh);
  const [earlierEntries, setEarlierEntries] = useState<EarlierEntries | null>(null);
  const [isBusy, setBusy] = useState(false);
  const firstPage = load.value;
  // a reload of the first page drops the additional entries, because they no longer follow it directly
  const validEntries = earlierEntries !== null && earlierEntries.firstPage === firstPage ? earlierEntries : null;
  const next = validEntries ? validEntries.next : (firstPage?.next ?? '');
  const loadMore = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await loadPage(next);
      setEarlierEntries({
        firstPage,
        entries: [...(validEntries?.entries ?? []), ...answer.entries],
        next: answer.next,
      });
    } catch (error) {
      message.error(messageOf(error));
    }
    setBusy(false);
  };
  if (load.state === 'error' && firstPage === undefined)
    return <Failure title="动态没有加载出来" error={load.error} onRetry={reload} />;
  if (firstPage === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const entries = [...firstPage.entries, ...(validEntries?.entries ?? [])];
  return (
    <section className="tl" aria-label="动态" data-timeline={recordId}>
      {firstPage.isPartial ? <Alert type="info" showIcon message="有的相关记录您无权查看，其动态没有列出" /> : null}
      {entries.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有动态" />
      ) : (
        groupByDay(entries).map(({ day, label, entries: dayEntries }) => (
          <section key={day} className="tl-day" data-day={day}>
            <h3>{label}</h3>
            <ol>
              {dayEntries.map((entry) => (
                <TimelineItem key={`${entry.kind} ${entry.id}`} entry={entry} />
              ))}
            </ol>
          </section>
        ))
      )}
      {next === '' ? null : (
        <Button block onClick={() => void loadMore()} loading={isBusy} data-action="timeline-more">
          显示更早的
        </Button>
      )}
    </section>
  );
}
