import type { Folder } from './folderCalls.ts';

export interface FolderTreeNode {
  key: string;
  folder: Folder;
  children: FolderTreeNode[];
}

/** The folders as a tree; the root is its only first level. */
export function toTree(folders: readonly Folder[]): FolderTreeNode[] {
  const nodes = new Map(
    folders.map((folder) => [folder.id, { key: folder.id, folder, children: [] } as FolderTreeNode]),
  );
  const top: FolderTreeNode[] = [];
  for (const node of nodes.values()) (nodes.get(node.folder.parentId ?? '')?.children ?? top).push(node);
  return top;
}

/** The folders above a folder and itself, the root first; empty for an unknown id. */
export function pathTo(folders: readonly Folder[], id: string): Folder[] {
  const folder = folders.find((one) => one.id === id);
  if (!folder) return [];
  return folder.parentId === null ? [folder] : [...pathTo(folders, folder.parentId), folder];
}

/** Whether the folder is `ancestorId` or below it. */
export const isWithin = (folders: readonly Folder[], id: string, ancestorId: string): boolean =>
  pathTo(folders, id).some((folder) => folder.id === ancestorId);
