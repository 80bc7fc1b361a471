console.error('API keys are not there yet: no endpoint needs one so far.')
process.exitCode = 2
