import type { Folder } from './folderCalls.ts';

export interface FolderTreeNode {
  key: string;
  folder: Folder;
  children: FolderTreeNode[];
}

/** Returns the folders as a tree; its first level contains only the root. */
export function toTree(folders: readonly Folder[]): FolderTreeNode[] {
  const nodes = new Map(
    folders.map((folder) => [folder.id, { key: folder.id, folder, children: [] } as FolderTreeNode]),
  );
  const roots: FolderTreeNode[] = [];
  for (const node of nodes.values()) (nodes.get(node.folder.parentId ?? '')?.children ?? roots).push(node);
  return roots;
}

/** Returns the ancestors of a folder and the folder itself, the root first; empty for an unknown id. */
export function pathTo(folders: readonly Folder[], id: string): Folder[] {
  const folder = folders.find((item) => item.id === id);
  if (!folder) return [];
  return folder.parentId === null ? [folder] : [...pathTo(folders, folder.parentId), folder];
}

/** Returns true if the folder is `ancestorId` or one of its descendants. */
export const isWithin = (folders: readonly Folder[], id: string, ancestorId: string): boolean =>
  pathTo(folders, id).some((folder) => folder.id === ancestorId);
