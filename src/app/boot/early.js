/**
 * Runs before the first paint. A separate file, because the content security policy forbids inline scripts and the rest
 * of the program is loaded later. Sets attributes that control the first view: for a signed-in user the skeleton of the
 * layout, with the user's colour mode and sidebar state. Must not throw: a browser may refuse access to the storage.
 */
(function early() {
  var dataset = document.documentElement.dataset;
  var read = function (key) {
    try {
      return JSON.parse(localStorage.getItem(key) || 'null');
    } catch {
      return null;
    }
  };
  if (!read('tokens')) return;
  var layout = read('layout-setting') || {};
  if (layout.mode === 'dark' || (layout.mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches))
    dataset.theme = 'dark';
  // pages without a layout: the pages before sign-in, and the pages whose paths the build inserts below
  var path = location.hash.replace(/^#/, '').split('?')[0];
  dataset.boot =
    /^\/(login|401|bind|register|auth-redirect)/.test(path) || '__LONE__'.split(' ').indexOf(path) >= 0
      ? 'lone'
      : 'shell';
  if (read('sidebarStatus') === 0) dataset.bonesSide = 'closed';
  if (layout.sideTheme === 'light') dataset.bonesLight = '1';
  if (layout.tagsView === false) dataset.bonesNoTabs = '1';
})();
