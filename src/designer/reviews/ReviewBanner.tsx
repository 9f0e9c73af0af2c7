import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { usePlace } from '../../screens/place/place.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import type { Publishing } from '../document/usePublishing.ts';
import { reviewCalls, type Review } from './calls.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import './reviews.css';
import { useReviewState } from './useReviewState.ts';

interface Props {
  documentKey: string;
  work: Publishing;
  isDirty: boolean;
  /** Asks for a review anew. */
  onRequestReview(): void;
  onReload(): void;
}

const said = (text: string): string => (text === '' ? '' : `：${text}`);

function words({ state, note, reason, authorName, reviewerName, time, isOutdated, isOwn, isReviewer }: Review): string {
  if (state === 'returned') return `${reviewerName} 已退回${said(reason)}`;
  if (isOutdated)
    return isOwn
      ? '提交复核后草稿又有修改，请重新提交复核'
      : `${authorName} 请 ${reviewerName} 复核后草稿又有修改，待其重新提交`;
  const when = time.slice(0, 16);
  if (isReviewer) return `${authorName} 于 ${when} 请您复核${said(note)}`;
  return `${isOwn ? '' : `${authorName} `}已于 ${when} 请 ${reviewerName} 复核${said(note)}`;
}

/** Shows the draft's open or returned review, with the actions of this person: review, ask again, withdraw. Nothing where there is none. */
export function ReviewBanner({ documentKey, work, isDirty, onRequestReview, onReload }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const { review: asked = '' } = usePlace().query;
  const turn = `${work.version}.${work.revision ?? 0}.${work.requestedReviewCount}`;
  const { load, refresh } = useReviewState(documentKey, turn);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // no error is shown: a failed request is repeated at the next server event
  const review = load.value?.review;
  if (!review) return null;
  const { id, state, isOutdated, isOwn, isReviewer } = review;
  const isToDo = state === 'open' && isReviewer && !isOutdated;
  const withdraw = async (): Promise<void> => {
    try {
      await reviewCalls(services).withdraw(id);
      message.success('已撤回');
    } catch (error) {
      message.error(messageOf(error));
    }
    refresh();
  };
  const action = isToDo ? (
    <Button size="small" type="primary" onClick={() => setOpen(true)} data-action="review">
      查看并复核
    </Button>
  ) : state === 'open' && isOwn ? (
    <span className="dr-banner-acts">
      {isOutdated ? (
        <Button size="small" type="primary" onClick={onRequestReview} data-action="ask-again">
          重新提交
        </Button>
      ) : null}
      <Popconfirm title="撤回复核？" okText="撤回" cancelText="取消" onConfirm={() => void withdraw()}>
        <Button size="small" data-action="withdraw">
          撤回
        </Button>
      </Popconfirm>
    </span>
  ) : null;
  return (
    <>
      <Alert
        type={state === 'returned' || isOutdated ? 'warning' : 'info'}
        showIcon
        message={words(review)}
        action={action}
        data-review={state}
      />
      {isToDo && (isOpen ?? asked === id) ? (
        <ReviewDialog
          documentKey={documentKey}
          review={review}
          version={work.version}
          isDirty={isDirty}
          onClose={() => setOpen(false)}
          onDone={(isPublished) => {
            setOpen(false);
            if (isPublished) onReload();
            else refresh();
          }}
        />
      ) : null}
    </>
  );
}
