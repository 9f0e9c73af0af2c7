import { Alert, Button, Space } from 'antd';
import { productTimeText } from '../../../domain/dates.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import { draftSize } from './draft.ts';
import { actionName } from '../../todo/actionNames.ts';
import type { Attempt } from '../saver.ts';
import type { Offer } from './useDraftOffer.ts';

interface Props {
  offer: Offer;
  record: FormRecord | null;
  formVersion: number | undefined;
  onRestore(): void;
  onDiscard(): void;
  onShowDrafts(): void;
}

/** Returns true if the record has changed since the draft was begun. */
export const hasRecordChanged = ({ draft }: Offer, record: FormRecord | null): boolean =>
  record !== null && draft.revision !== null && record.revision !== draft.revision;

const actNameOf = (attempt: Attempt): string =>
  actionName(attempt.kind === 'save' ? 'save' : attempt.transition.action);

/** Notice about the offered draft, with buttons to restore or discard it. */
export function DraftOffer({ offer, record, formVersion, onRestore, onDiscard, onShowDrafts }: Props) {
  const { draft, isLocal, otherCount } = offer;
  const isRecordChanged = hasRecordChanged(offer, record);
  const isOtherVersion = draft.version !== null && formVersion !== undefined && draft.version !== formVersion;
  return (
    <Alert
      type="info"
      showIcon
      className="sc-offer"
      message={`发现未提交的草稿（${productTimeText(draft.time).slice(0, 16)}，${isLocal ? '本机' : draft.device || '其他设备'}），是否恢复？`}
      description={
        <>
          {draftSize(draft) > 0 ? `有 ${draftSize(draft)} 处填写尚未保存。` : null}
          {draft.pending
            ? `上次的“${actNameOf(draft.pending)}”没有得到结果，恢复后再办理时，会先确认它是否已完成。`
            : null}
          {isRecordChanged ? `此后这条记录有过变动（${record?.updateByName ?? '他人'}），恢复时可逐项选择。` : null}
          {isOtherVersion ? '表单此后已更新，恢复后请核对。' : null}
          {otherCount > 0 ? (
            <>
              {' '}
              另有 {otherCount} 份草稿，
              <button type="button" className="sc-link" onClick={onShowDrafts} data-action="my-drafts">
                查看全部
              </button>
            </>
          ) : null}
        </>
      }
      action={
        <Space>
          <Button size="small" type="primary" onClick={onRestore} data-action="restore-draft">
            恢复
          </Button>
          <Button size="small" onClick={onDiscard} data-action="discard-draft">
            放弃
          </Button>
        </Space>
      }
    />
  );
}
