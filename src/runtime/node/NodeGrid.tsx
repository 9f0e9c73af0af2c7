import { createElement, memo, useContext, useMemo } from 'react';
import { GridChunk, GridGroup, GRID_ROW_HEIGHT_PX } from './GridGroup.tsx';
import { columnGapOf, GridSlot, type GridProps as Props } from './gridSlot.ts';
import { chunksOf, groupsOf, type Chunk, type ChunkGroup } from './gridChunks.ts';
import { InPane, NodeSlice } from './NodeView.tsx';
import { useMountedGroups } from './useMountedGroups.ts';

/**
 * Lays out nodes on the 24-column grid; on a narrow screen, one below the other. A long grid is divided into chunks.
 */
export function NodeGrid({ nodes, path, gutter }: Props) {
  const chunks = useMemo(() => chunksOf(nodes), [nodes]);
  const Slot = useContext(GridSlot);
  if (Slot !== null) return createElement(Slot, { nodes, path, gutter });
  return (
    <div className="sf-grid" style={{ columnGap: columnGapOf(gutter) }}>
      <InPane nodes={nodes}>
        {chunks.length === 1 ? (
          <NodeSlice nodes={nodes} path={path} isGridItem />
        ) : (
          <ChunkedGrid nodes={nodes} path={path} gutter={gutter} chunks={chunks} />
        )}
      </InPane>
    </div>
  );
}

/** A long grid: groups of chunks, and empty space in place of the groups that are not mounted yet. */
function ChunkedGrid({ nodes, path, gutter, chunks }: Props & { chunks: readonly Chunk[] }) {
  const groups = useMemo(() => groupsOf(chunks), [chunks]);
  const mountedCount = useMountedGroups(groups);
  const unmountedRowCount = groups.slice(mountedCount).reduce((sum, { rows }) => sum + rows, 0);
  return (
    <>
      {groups.slice(0, mountedCount).map((group, index) => (
        <GroupView
          key={group.chunks[0]?.from}
          nodes={nodes}
          path={path}
          gutter={gutter}
          group={group}
          isFirst={index === 0}
        />
      ))}
      {unmountedRowCount > 0 && (
        <div className="sf-unfilled" aria-hidden="true" style={{ height: unmountedRowCount * GRID_ROW_HEIGHT_PX }} />
      )}
    </>
  );
}

/** Memoised, so that mounting one more group does not render the earlier groups again. */
const GroupView = memo(function GroupView({
  nodes,
  path,
  gutter,
  group,
  isFirst,
}: Props & { group: ChunkGroup; isFirst: boolean }) {
  return (
    <GridGroup isFirst={isFirst} rows={group.rows} columnGap={gutter}>
      {group.chunks.map(({ from, to, rows }) => (
        <GridChunk key={from} isFirst={from === 0} rows={rows} columnGap={gutter}>
          <ChunkNodes nodes={nodes} path={path} from={from} to={to} />
        </GridChunk>
      ))}
    </GridGroup>
  );
});

function ChunkNodes({ nodes, path, from, to }: Props & { from: number; to: number }) {
  const chunkNodes = useMemo(() => nodes.slice(from, to), [nodes, from, to]);
  return <NodeSlice nodes={chunkNodes} path={path} isGridItem from={from} />;
}
