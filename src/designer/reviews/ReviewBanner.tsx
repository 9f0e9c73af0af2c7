import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import type { Publishing } from '../document/publishing/usePublishing.ts';
import { reviewCalls, type Review } from './calls.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import './reviews.css';
import { useReviewState } from './useReviewState.ts';

interface Props {
  documentKey: string;
  publishing: Publishing;
  isDirty: boolean;
  /** Opens the dialog to request a new review. */
  onRequestReview(): void;
  onReload(): void;
}

/** Puts a colon before a text; '' for an empty text. */
const withColon = (text: string): string => (text === '' ? '' : `：${text}`);

function describeReview({
  state,
  note,
  reason,
  authorName,
  reviewerName,
  time,
  isOutdated,
  isOwn,
  isReviewer,
}: Review): string {
  if (state === 'returned') return `${reviewerName} 已退回${withColon(reason)}`;
  if (isOutdated)
    return isOwn
      ? '提交复核后草稿又有修改，请重新提交复核'
      : `${authorName} 请 ${reviewerName} 复核后草稿又有修改，待其重新提交`;
  const requestTime = time.slice(0, 16);
  if (isReviewer) return `${authorName} 于 ${requestTime} 请您复核${withColon(note)}`;
  return `${isOwn ? '' : `${authorName} `}已于 ${requestTime} 请 ${reviewerName} 复核${withColon(note)}`;
}

/**
 * Shows the open or returned review of the draft with the user's actions: review, request again, withdraw. Renders
 * nothing without a review.
 */
export function ReviewBanner({ documentKey, publishing, isDirty, onRequestReview, onReload }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const { review: idInAddress = '' } = usePageNavigation().query;
  const reloadKey = `${publishing.version}.${publishing.revision ?? 0}.${publishing.requestedReviewCount}`;
  const { load, refresh } = useReviewState(documentKey, reloadKey);
  /** Null: the dialog is open if its review is the one in the address. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  // errors are not shown: the request is repeated at the next server event
  const review = load.value?.review;
  if (!review) return null;
  const { id, state, isOutdated, isOwn, isReviewer } = review;
  const canReview = state === 'open' && isReviewer && !isOutdated;
  const withdraw = async (): Promise<void> => {
    try {
      await reviewCalls(services).withdraw(id);
      message.success('已撤回');
    } catch (error) {
      message.error(messageOf(error));
    }
    refresh();
  };
  const action = canReview ? (
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
        message={describeReview(review)}
        action={action}
        data-review={state}
      />
      {canReview && (isOpen ?? idInAddress === id) ? (
        // the key remounts the dialog for another review, so that it loads the differences and impact of that draft
        <ReviewDialog
          key={id}
          documentKey={documentKey}
          review={review}
          version={publishing.version}
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
