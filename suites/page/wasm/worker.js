// Answers the page's questions beside it, so that the page stays usable while plylab counts. The
// program plylab_module stands before this in the same text.
let engine = null;

function start() {
  engine = engine || plylab_module({});
  return engine;
}

// Progress is told at most ten times a second.
function told_by(tell) {
  let last = 0;
  return (share, leaves) => {
    const now = Date.now();
    if (now - last < 100) return;
    last = now;
    tell({ share, leaves });
  };
}

async function answer_in_worker(request, tell) {
  const module = await start();
  module.progress = tell ? told_by(tell) : null;
  const text = module.allocateUTF8(request);  // not on the stack, which long texts do not fit
  try {
    return module.UTF8ToString(module._plylab_answer(text));
  } finally {
    module._free(text);
  }
}

if (typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope) {
  self.onmessage = async ({ data: { id, request } }) => {
    try {
      const answer = await answer_in_worker(request, (progress) => self.postMessage({ id, progress }));
      self.postMessage({ id, answer });
    } catch (error) {
      self.postMessage({ id, answer: JSON.stringify({ error: String(error) }) });
    }
  };
}
