import { Button } from 'antd';
import { productTimeText } from '../../../domain/dates.ts';
import { useState } from 'react';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import { detailAddress, usePageNavigation } from '../../navigation/pageNavigation.ts';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { loadDraftQuery, removeMyDraft, type DraftLine } from './myDrafts.ts';

interface Props {
  lines: readonly DraftLine[];
  /** True: each line shows the name of its form. */
  showsFormName: boolean;
  onChanged(): void;
  onOpen?(): void;
}

/** List of the user's drafts with buttons to continue or remove each of them. */
export function MyDrafts({ lines, showsFormName, onChanged, onOpen }: Props) {
  const services = useServices();
  const { user } = useSituation();
  const navigation = usePageNavigation();
  const { message, confirm } = useFeedback();
  /** Id of the draft that is being opened. */
  const [openingId, setOpeningId] = useState<string | null>(null);
  const draftAccess = { services, userId: user.id };

  const open = async (line: DraftLine): Promise<void> => {
    setOpeningId(line.id);
    try {
      const query = await loadDraftQuery(draftAccess, line);
      onOpen?.();
      if (navigation.openRecord) navigation.openRecord(query);
      else navigation.go(detailAddress(query));
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setOpeningId(null);
    }
  };
  const remove = (line: DraftLine): void =>
    confirm({
      title: `确定删除草稿“${line.title || line.formName}”吗？删除后不能恢复。`,
      okText: '删除',
      isDanger: true,
      onOk: () =>
        removeMyDraft(draftAccess, line).then(onChanged, (error: unknown) => {
          message.error(messageOf(error));
        }),
    });
  return (
    <ul className="sc-todos" aria-label="我的草稿">
      {lines.map((line) => (
        <li key={line.id} data-draft-id={line.id}>
          <div className="sc-draft">
            <button type="button" className="sc-link" onClick={() => void open(line)} data-action="open-draft">
              {line.title || line.formName}
            </button>
            <span className="sc-note">
              {showsFormName && line.formName && line.formName !== line.title ? `${line.formName}　` : ''}
              {line.recordId === null ? '新建' : '修改'}　{productTimeText(line.time).slice(0, 16)}　{line.device}
              {line.isOnlyInThisBrowser ? '　仅在本机' : ''}
            </span>
          </div>
          <span className="sc-row-actions">
            <Button
              type="link"
              size="small"
              loading={openingId === line.id}
              onClick={() => void open(line)}
              data-action="continue-draft"
              aria-label={`继续填写${line.title || line.formName}`}
            >
              继续填写
            </Button>
            <Button
              type="link"
              size="small"
              danger
              onClick={() => remove(line)}
              data-action="remove-draft"
              aria-label={`删除草稿${line.title || line.formName}`}
            >
              删除
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
