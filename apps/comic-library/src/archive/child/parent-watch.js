const parent = Number(process.argv[2])

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1_000)
