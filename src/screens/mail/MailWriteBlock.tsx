import { Result, Skeleton } from 'antd';
import { useState } from 'react';
import type { MailWriteNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useInlineForm } from '../shared/useInlineForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { initialFields, namesLeftOut, type MailAction } from './compose.ts';
import { MailForm } from './MailForm.tsx';

const ACTS: readonly string[] = ['reply', 'replyAll', 'forward'];

/** Status of a mail that is still a draft. */
const DRAFT_STATUS = '0';

/**
 * Form for a new mail, a draft, a reply or a forwarded mail. The document defines its fields: toIds, ccIds, subject,
 * content, fileIds. The form is reset when its tab gets another page address, and after each sent or stored mail.
 */
export function MailWriteBlock(props: BlockProps<MailWriteNode>) {
  const { query } = usePageNavigation();
  const [doneCount, setDoneCount] = useState(0);
  return (
    <MailWriter
      key={JSON.stringify([query.id, query.source, query.box, query.act, doneCount])}
      {...props}
      onDone={() => setDoneCount((before) => before + 1)}
    />
  );
}

/** Loads the draft, or the mail to answer or forward, that the page address names, and fills the form from it. */
function MailWriter({ node, onDone }: BlockProps<MailWriteNode> & { onDone(): void }) {
  const { mail } = useServices();
  const { user } = useSituation();
  const { query } = usePageNavigation();
  const compiled = useInlineForm('mail', '邮件', node.fields);
  const act = ACTS.includes(query.act ?? '') ? (query.act as MailAction) : null;
  const draftId = query.id ?? null;
  const loadedMailId = draftId ?? query.source ?? null;
  const { load, reload } = useLoad(
    async () =>
      loadedMailId === null ? null : mail.open(draftId || query.box === 'send' ? 'send' : 'receive', loadedMailId),
    [mail, loadedMailId, draftId, query.box],
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
  if (draftId && load.value && load.value.status !== DRAFT_STATUS)
    return (
      <div className="sc-record">
        <Result status="info" title="这封草稿已经发送" subTitle="发送的邮件可在“已发送”中查看。" />
      </div>
    );
  return (
    <MailForm
      compiled={compiled}
      title={node.title ?? '写信'}
      draftId={draftId}
      storageKey={`${loadedMailId ?? 'new'}:${draftId ? '' : (act ?? '')}`}
      sourceId={act ? (load.value?.emailId ?? null) : null}
      fields={load.value ? initialFields(load.value, draftId ? null : act, user.id) : {}}
      leftOut={load.value && !draftId ? namesLeftOut(load.value, act, user.id) : []}
      onDone={onDone}
    />
  );
}
