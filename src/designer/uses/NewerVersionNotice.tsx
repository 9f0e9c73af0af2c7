import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from '../document/documentKind.ts';
import { DiffDialog } from '../diff/DiffDialog.tsx';
import type { Publishing } from '../document/usePublishing.ts';
import { useNewerVersion } from './useNewerVersion.ts';

interface Props {
  documentKey: string;
  work: Pick<Publishing, 'version' | 'revision' | 'isBusy' | 'mergeLatest'>;
  /** What stands in the editor. */ text: string;
  /** It is not saved: loading the newest loses it. */ isDirty: boolean;
  onReload(): void;
}

/** Notice in an open editor that another person published a newer version; offers to load it or to compare. */
export function NewerVersionNotice({ documentKey, work, text, isDirty, onReload }: Props) {
  const { kindName } = useKind();
  const { version, isBusy } = work;
  const { confirm } = useFeedback();
  const overtaken = useNewerVersion(documentKey, version, work.revision);
  const [isComparing, setComparing] = useState(false);
  // what a publication or save under way changes is no news
  if (!overtaken || isBusy) return null;
  if (overtaken.what === 'removed')
    return <Alert banner type="error" message={`这个${kindName}已被删除。需要保留的内容请先复制。`} />;
  const isDraft = overtaken.what === 'drafted';
  const load = (): void => {
    if (!isDirty) onReload();
    else
      confirm({
        title: isDraft ? '载入最新草稿？' : `载入第 ${overtaken.version} 版？`,
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
        data-overtaken={overtaken.version}
        message={
          isDraft
            ? `${overtaken.author} 已于 ${overtaken.time} 保存了草稿。`
            : `${overtaken.author} 已于 ${overtaken.time} 发布第 ${overtaken.version} 版，这里打开的${version > 0 ? `是第 ${version} 版` : '还未发布'}。`
        }
        action={
          <Space>
            <Button size="small" onClick={() => setComparing(true)} data-action="compare-newest">
              对比
            </Button>
            {isDirty ? (
              <Button size="small" type="primary" onClick={() => void work.mergeLatest()} data-action="merge-newest">
                合并到这里
              </Button>
            ) : null}
            <Button size="small" {...(isDirty ? {} : { type: 'primary' })} onClick={load} data-action="load-newest">
              {isDraft ? '载入最新草稿' : '载入最新版本'}
            </Button>
          </Space>
        }
      />
      {isComparing ? (
        <DiffDialog
          documentKey={documentKey}
          text={text}
          versions={overtaken.versions}
          before="text"
          after={isDraft ? 'draft' : overtaken.version}
          onClose={() => setComparing(false)}
        />
      ) : null}
    </>
  );
}
