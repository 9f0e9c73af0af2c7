import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from '../document/documentKind.ts';
import { DiffDialog } from '../diff/DiffDialog.tsx';
import type { Publishing } from '../document/publishing/usePublishing.ts';
import { useNewerVersion } from './useNewerVersion.ts';

interface Props {
  documentKey: string;
  publishing: Pick<Publishing, 'version' | 'revision' | 'isBusy' | 'mergeLatest'>;
  /** The text in the editor. */
  text: string;
  /** True if the text has unsaved changes, which would be lost by loading the newer version. */
  isDirty: boolean;
  onReload(): void;
}

/** Notice that another person published, drafted or deleted the document; offers to compare, merge or load it. */
export function NewerVersionNotice({ documentKey, publishing, text, isDirty, onReload }: Props) {
  const { kindName } = useKind();
  const { version, isBusy } = publishing;
  const { confirm } = useFeedback();
  const newerVersion = useNewerVersion(documentKey, version, publishing.revision);
  const [isComparing, setComparing] = useState(false);
  // while this editor saves or publishes, the newer version is its own
  if (!newerVersion || isBusy) return null;
  if (newerVersion.change === 'removed')
    return <Alert banner type="error" message={`这个${kindName}已被删除。需要保留的内容请先复制。`} />;
  const isDraft = newerVersion.change === 'drafted';
  const loadNewest = (): void => {
    if (!isDirty) onReload();
    else
      confirm({
        title: isDraft ? '载入最新草稿？' : `载入第 ${newerVersion.version} 版？`,
        content: '您还没有保存的修改会丢失。',
        okText: isDraft ? '载入最新草稿' : '载入最新版本',
        isDanger: true,
        onOk: onReload,
      });
  };
  return (
    <>
      <Alert
        banner
        type="warning"
        data-overtaken={newerVersion.version}
        message={
          isDraft
            ? `${newerVersion.author} 已于 ${newerVersion.time} 保存了草稿。`
            : `${newerVersion.author} 已于 ${newerVersion.time} 发布第 ${newerVersion.version} 版，这里打开的${version > 0 ? `是第 ${version} 版` : '还未发布'}。`
        }
        action={
          <Space>
            <Button size="small" onClick={() => setComparing(true)} data-action="compare-newest">
              对比
            </Button>
            {isDirty ? (
              <Button
                size="small"
                type="primary"
                onClick={() => void publishing.mergeLatest()}
                data-action="merge-newest"
              >
                合并到这里
              </Button>
            ) : null}
            <Button
              size="small"
              {...(isDirty ? {} : { type: 'primary' })}
              onClick={loadNewest}
              data-action="load-newest"
            >
              {isDraft ? '载入最新草稿' : '载入最新版本'}
            </Button>
          </Space>
        }
      />
      {isComparing ? (
        <DiffDialog
          documentKey={documentKey}
          text={text}
          versions={newerVersion.versions}
          before="text"
          after={isDraft ? 'draft' : newerVersion.version}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </>
  );
}
