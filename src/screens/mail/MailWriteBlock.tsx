import { Skeleton } from 'antd';
import type { MailWriteNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useInlineForm } from '../shared/useInlineForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { initialFields, type Act } from './compose.ts';
import { MailForm } from './MailForm.tsx';

const ACTS: readonly string[] = ['reply', 'replyAll', 'forward'];

/**
 * Form for a new mail, a draft, a reply or a forwarded mail. The document defines its fields: toIds, ccIds, subject,
 * content, fileIds.
 */
export function MailWriteBlock({ node }: BlockProps<MailWriteNode>) {
  const { mail } = useServices();
  const { user } = useSituation();
  const { query } = usePageNavigation();
  const compiled = useInlineForm('mail', '邮件', node.fields);
  const act = ACTS.includes(query.act ?? '') ? (query.act as Act) : null;
  const draftId = query.id ?? null;
  const source = draftId ?? query.source ?? null;
  const { load, reload } = useLoad(
    async () => (source === null ? null : mail.open(draftId || query.box === 'send' ? 'send' : 'receive', source)),
    [mail, source, draftId, query.box],
  );
  if (load.state === 'error')
    return (
      <div className="sc-record">
        <Failure error={load.error} title="邮件打不开" onRetry={reload} />
      </div>
    );
  if (load.value === undefined)
    return (
      <div className="sc-record">
        <Skeleton active />
      </div>
    );
  return (
    <MailForm
      key={`${source}${act}`}
      compiled={compiled}
      title={node.title ?? '写信'}
      draftId={draftId}
      storageKey={`${source ?? 'new'}:${draftId ? '' : (act ?? '')}`}
      sourceId={act ? (load.value?.emailId ?? null) : null}
      fields={load.value ? initialFields(load.value, draftId ? null : act, user.id) : {}}
    />
  );
}
