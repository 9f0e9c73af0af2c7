import { CloseOutlined, CommentOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer, Empty, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useKind } from '../document/documentKind.ts';
import { useComments } from './CommentsContext.tsx';
import { CommentWriter } from './CommentWriter.tsx';
import './reviews.css';
import { ThreadItem } from './ThreadItem.tsx';
import { groupThreads, type ThreadGroup } from './threads.ts';

/** Toggles the panel; shows the number of unresolved comments. */
export function CommentsButton() {
  const { openCount, isShown, setShown } = useComments();
  return (
    <Badge count={openCount} size="small" title={`${openCount} 条未解决`}>
      <Button
        icon={<CommentOutlined />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        data-action="comments"
      >
        批注
      </Button>
    </Badge>
  );
}

/**
 * The list of comments; comments on the selected part come first. The panel covers the properties of the designer; on a
 * narrow page the panel is a drawer at the bottom.
 */
export function CommentPanel() {
  const isNarrow = useIsNarrowerThan(COMPACT_WIDTH);
  const { isShown, setShown } = useComments();
  const close = (): void => setShown(false);
  if (isNarrow)
    return (
      <Drawer
        open={isShown}
        onClose={close}
        title="批注"
        placement="bottom"
        height="82%"
        destroyOnHidden
        rootClassName="dr-sheet"
      >
        <div className="dr-panel">
          <PanelContent />
        </div>
      </Drawer>
    );
  return isShown ? (
    <aside className="dr-panel dr-side" aria-label="批注">
      <header>
        <strong>批注</strong>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭批注" onClick={close} />
      </header>
      <PanelContent />
    </aside>
  ) : null;
}

function PanelContent() {
  const { kindName } = useKind();
  const { load, threads, openCount, reload, parts, requestedId } = useComments();
  const { selected } = parts;
  const isRequestedResolved = threads.some(({ root }) => root.id === requestedId && root.isResolved);
  /** True: all threads; false: unresolved threads; null: no choice yet, so all if the requested thread is resolved. */
  const [isAllChosen, setAllChosen] = useState<boolean | null>(null);
  const showsAll = isAllChosen ?? isRequestedResolved;
  if (load.value === undefined)
    return load.state === 'error' ? (
      <Failure title="批注没有加载出来" error={load.error} onRetry={reload} />
    ) : (
      <Skeleton active paragraph={{ rows: 6 }} />
    );
  const shownThreads = showsAll ? threads : threads.filter(({ root }) => !root.isResolved);
  const groups = groupThreads(shownThreads, { firstPart: selected?.part ?? '', nameOf: parts.nameOf });
  const existingGroups = groups.filter(({ isDeleted }) => !isDeleted);
  const deletedGroups = groups.filter(({ isDeleted }) => isDeleted);
  const subject = selected ? `“${selected.name}”` : `整个${kindName}`;
  return (
    <>
      <CommentWriter
        key={selected?.part ?? ''}
        target={selected ? { part: selected.part, partName: selected.name } : {}}
        label={`写批注：${subject}`}
        placeholder={`对${subject}写批注…`}
        sendText="批注"
      />
      <Segmented
        block
        size="small"
        aria-label="显示哪些批注"
        value={showsAll ? 'all' : 'open'}
        onChange={(value) => setAllChosen(value === 'all')}
        options={[
          { value: 'open', label: `未解决 ${openCount}` },
          { value: 'all', label: `全部 ${threads.length}` },
        ]}
      />
      {shownThreads.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={threads.length === 0 ? '还没有批注' : '批注都已解决'}
        />
      ) : null}
      {existingGroups.map((group) => (
        <ThreadGroupSection
          key={group.part}
          group={group}
          isSelected={group.part !== '' && group.part === selected?.part}
        />
      ))}
      {deletedGroups.length > 0 ? (
        <section className="dr-gone-parts" aria-label="已删除的位置">
          <h4>已删除的位置</h4>
          <p className="sc-note">批注所在的位置已删除或改名</p>
          {deletedGroups.map((group) => (
            <ThreadGroupSection key={group.part} group={group} isSelected={false} />
          ))}
        </section>
      ) : null}
    </>
  );
}

function ThreadGroupSection({
  group: { part, name, isDeleted, threads },
  isSelected,
}: {
  group: ThreadGroup;
  isSelected: boolean;
}) {
  const { kindName } = useKind();
  const { parts } = useComments();
  const title = part === '' ? `整个${kindName}` : name;
  return (
    <section className="dr-group" aria-label={title} data-part={part} data-chosen={isSelected}>
      <h5>
        {part === '' || isDeleted ? (
          title
        ) : (
          <button type="button" className="sc-link" onClick={() => parts.show(part)}>
            {title}
          </button>
        )}
      </h5>
      <ul>
        {threads.map((thread) => (
          <ThreadItem key={thread.root.id} thread={thread} />
        ))}
      </ul>
    </section>
  );
}
