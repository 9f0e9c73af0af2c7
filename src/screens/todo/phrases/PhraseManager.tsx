import { Button, Checkbox, Empty, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { isAdministrator } from '../../../rules/permission.ts';
import { unlessComposing } from '../../../runtime/host/composing.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import type { Phrase, PhraseAct } from '../../../runtime/services/phrases.ts';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { actionName } from '../actionNames.ts';
import { PhraseRow } from './PhraseRow.tsx';

const ACTS: readonly { value: PhraseAct; label: string }[] = [
  { value: 'approve', label: actionName('approve') },
  { value: 'return', label: actionName('return') },
  { value: 'reject', label: actionName('reject') },
];

interface Props {
  phrases: readonly Phrase[];
  act: PhraseAct;
  onChanged(): void;
  onClose(): void;
}

/**
 * Dialog to add, edit, reorder and remove the user's own phrases for each act. Administrators also manage the common
 * phrases (`isCommon`), which everybody can use.
 */
export function PhraseManager({ phrases, act: initialAct, onChanged, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const { user } = useSituation();
  const { message } = useFeedback();
  const [act, setAct] = useState(initialAct);
  const [text, setText] = useState('');
  const [isCommon, setCommon] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const canManageCommon = isAdministrator(user);
  const shownPhrases = phrases.filter((phrase) => phrase.act === act);
  /** Runs the call. Returns true on success; an error is shown as a message. */
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await call();
      onChanged();
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const move = ({ id, isCommon: common }: Phrase, direction: 1 | -1): void => {
    const ids = shownPhrases.filter((phrase) => phrase.isCommon === common).map((item) => item.id);
    const index = ids.indexOf(id);
    const otherId = ids[index + direction];
    if (otherId === undefined) return;
    ids[index] = otherId;
    ids[index + direction] = id;
    void run(() => services.phrases.setOrder(ids));
  };
  const add = (): void => {
    if (text.trim() === '') return;
    void run(async () => {
      await services.phrases.save({ act, text: text.trim(), ...(isCommon ? { isCommon } : {}) });
      setText('');
    });
  };
  return (
    <Modal open title="常用语" footer={null} onCancel={onClose} width={560} maskClosable={false}>
      <div className="sc-opinion" data-act="phrases">
        <Segmented block value={act} options={[...ACTS]} onChange={setAct} aria-label="用于" />
        {shownPhrases.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有常用语" />
        ) : (
          <ul className="sc-phrase-list">
            {shownPhrases.map((phrase) => (
              <PhraseRow
                key={phrase.id}
                phrase={phrase}
                isBusy={isBusy}
                canChange={!phrase.isCommon || canManageCommon}
                isFirst={shownPhrases.find((item) => item.isCommon === phrase.isCommon) === phrase}
                isLast={shownPhrases.findLast((item) => item.isCommon === phrase.isCommon) === phrase}
                onMove={(direction) => move(phrase, direction)}
                onSave={(next) => run(() => services.phrases.save({ id: phrase.id, act, text: next }))}
                onRemove={() => void run(() => services.phrases.remove([phrase.id]))}
              />
            ))}
          </ul>
        )}
        <div className="sc-phrase-new">
          <Input
            value={text}
            maxLength={200}
            placeholder="添加一条常用语"
            aria-label="新的常用语"
            onChange={(event) => setText(event.target.value)}
            onPressEnter={unlessComposing(add)}
          />
          {canManageCommon ? (
            <Checkbox checked={isCommon} onChange={(event) => setCommon(event.target.checked)}>
              供所有人使用
            </Checkbox>
          ) : null}
          <Button type="primary" onClick={add} loading={isBusy} disabled={text.trim() === ''} data-action="add-phrase">
            添加
          </Button>
        </div>
      </div>
    </Modal>
  );
}
