import { Button, Modal, Space } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { ReviewerChoice } from '../reviews/ReviewerChoice.tsx';
import type { Preview } from './packs.ts';

interface Props {
  preview: Pick<Preview, 'name' | 'toReview'>;
  /** The number of selected items. */
  selectedCount: number;
  isBusy: boolean;
  onClose(): void;
  onRequestReview(reviewerId: string): void;
}

/** Selects the reviewer for the documents of a pack; explains that other items are not imported yet. */
export function ReviewPackDialog({ preview, selectedCount, isBusy, onClose, onRequestReview }: Props) {
  useReturnedFocus();
  const [reviewerId, setReviewerId] = useState('');
  const documentCount = preview.toReview.length;
  const otherCount = selectedCount - documentCount;
  return (
    <Modal
      open
      title={`提交复核：“${preview.name}”中的 ${documentCount} 份文档`}
      onCancel={onClose}
      maskClosable={false}
      footer={
        <Space wrap>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={reviewerId === ''}
            onClick={() => onRequestReview(reviewerId)}
            data-action="ask-review"
          >
            存为草稿并提交复核
          </Button>
        </Space>
      }
    >
      <p>
        已开启“发布前需复核”，表单、流程、数据集和界面由另一位管理员通过后才会发布。
        {otherCount > 0
          ? `其余 ${otherCount} 项（字典、角色、菜单）现在不导入：文档都通过后，再导入一次此配置包即可。`
          : '通过之前不会影响任何人。'}
      </p>
      <ReviewerChoice value={reviewerId} onChange={setReviewerId} />
    </Modal>
  );
}
