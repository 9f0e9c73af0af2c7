/**
 * Runs before anything is drawn (a file of its own: the page's policy forbids scripts in the page, and the rest of the
 * product comes later). It says what the first picture is: the bones of the layout for who is signed in, dark where
 * the person keeps it dark, the sidebar as they left it. Nothing of it may fail: a browser may refuse its storage.
 */
(function early() {
  var look = document.documentElement.dataset;
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
    look.theme = 'dark';
  // pages without a layout: those before sign-in, and those that the build names here
  var path = location.hash.replace(/^#/, '').split('?')[0];
  look.boot =
    /^\/(login|401|bind|register|auth-redirect)/.test(path) || '__LONE__'.split(' ').indexOf(path) >= 0
      ? 'lone'
      : 'shell';
  if (read('sidebarStatus') === 0) look.bonesSide = 'closed';
  if (layout.sideTheme === 'light') look.bonesLight = '1';
  if (layout.tagsView === false) look.bonesNoTabs = '1';
})();
