import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { CommentsButton } from '../reviews/CommentPanel.tsx';
import { PresentPeople } from '../collaboration/PresentPeople.tsx';
import type { Publishing } from './publishing/usePublishing.ts';

interface Props {
  documentKey: string;
  name: string;
  publishing: Publishing;
  isDirty: boolean;
  onOpen(dialog: 'publish' | 'versions'): void;
  onBack(): void;
  /** Buttons of this editor, shown before the common buttons. */
  children?: ReactNode;
}

/** The header of an editor: name and state of the document, the people who have it open, and the buttons. */
export function EditorHead({ documentKey, name, publishing, isDirty, onOpen, onBack, children }: Props) {
  return (
    <header className="ds-head">
      <div className="ds-title">
        <h2>{name}</h2>
        <span className="sc-note">
          {documentKey}　{publishing.version > 0 ? `已发布第 ${publishing.version} 版` : '未发布'}
        </span>
        {isDirty ? (
          <StatusTag tone="warn">未保存</StatusTag>
        ) : publishing.hasDraft ? (
          <StatusTag tone="busy">草稿</StatusTag>
        ) : null}
        <PresentPeople documentKey={documentKey} />
      </div>
      <Space wrap>
        {children}
        <CommentsButton />
        <Button onClick={() => onOpen('versions')} data-action="versions">
          版本历史
        </Button>
        <Button onClick={() => void publishing.saveDraft()} loading={publishing.isBusy} data-action="save">
          保存草稿
        </Button>
        {/* not disabled during a check: one that starts between mouse down and mouse up would block the click */}
        <Button type="primary" onClick={() => onOpen('publish')} data-action="publish">
          发布
        </Button>
        <Button onClick={onBack} data-action="back">
          返回
        </Button>
      </Space>
    </header>
  );
}
