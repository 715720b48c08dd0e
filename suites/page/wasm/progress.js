// How counting reports its progress: to a function that the worker sets.
mergeInto(LibraryManager.library, {
  plylab_progress: function (share, leaves) {
    if (Module['progress']) Module['progress'](share, leaves);
  },
});
