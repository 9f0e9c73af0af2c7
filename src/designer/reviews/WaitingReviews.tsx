import { Alert, Button, List, Modal } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls, type WaitingReview } from './calls.ts';
import './reviews.css';

function describeReview({ note, authorName, reviewerName, time, isReviewer, isOutdated }: WaitingReview): string {
  const role = isReviewer ? `${authorName} 请您复核` : `您请 ${reviewerName} 复核`;
  return `${role} · ${time.slice(0, 16)}${isOutdated ? ' · 草稿又有修改，待重新提交' : ''}${note === '' ? '' : ` · ${note}`}`;
}

const summarizeReviews = (reviews: readonly WaitingReview[]): string => {
  const toReviewCount = reviews.filter(({ isReviewer }) => isReviewer).length;
  return [
    toReviewCount > 0 ? `有 ${toReviewCount} 份草稿待您复核` : '',
    reviews.length > toReviewCount ? `您提交的 ${reviews.length - toReviewCount} 份草稿待复核` : '',
  ]
    .filter((part) => part !== '')
    .join('，');
};

/**
 * Lists open reviews of all kinds of documents in which this administrator is the reviewer or the requester. Renders
 * nothing if there are none.
 */
export function WaitingReviews() {
  const services = useServices();
  const navigation = usePageNavigation();
  const { load } = useLoad(() => reviewCalls(services).waiting(), [services]);
  const [isOpen, setOpen] = useState(false);
  // errors are not shown: each review also has a reminder with a link
  const reviews = load.value ?? [];
  if (reviews.length === 0) return null;
  return (
    <>
      <Alert
        type="info"
        showIcon
        message={summarizeReviews(reviews)}
        action={
          <Button size="small" type="primary" onClick={() => setOpen(true)} data-action="waiting-reviews">
            查看
          </Button>
        }
      />
      <Modal open={isOpen} title="草稿复核" footer={null} width={640} onCancel={() => setOpen(false)}>
        <List
          dataSource={[...reviews]}
          rowKey="id"
          renderItem={(review) => (
            <List.Item
              actions={[
                <Button
                  key="open"
                  type={review.isReviewer && !review.isOutdated ? 'primary' : 'default'}
                  size="small"
                  aria-label={`打开${review.kindName}${review.name}`}
                  onClick={() => navigation.go(review.link)}
                >
                  {review.isReviewer && !review.isOutdated ? '去复核' : '打开'}
                </Button>,
              ]}
            >
              <List.Item.Meta title={`${review.kindName}：${review.name}`} description={describeReview(review)} />
            </List.Item>
          )}
        />
      </Modal>
    </>
  );
}
