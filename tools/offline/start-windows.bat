@echo off
rem Opens The House of Fortune in your browser. Nothing is installed, and no network is needed.
title The House of Fortune
pushd "%~dp0"
if not exist "start\serve.py" goto packed
py -3 -c "import sys; sys.exit(sys.version_info < (3, 8))" >nul 2>nul
if not errorlevel 1 (
  py -3 "start\serve.py" . --open
  goto end
)
rem where no Python is installed, this name leads to a shop and answers with an error
python -c "import sys; sys.exit(sys.version_info < (3, 8))" >nul 2>nul
if not errorlevel 1 (
  python "start\serve.py" . --open
  goto end
)
echo There is no Python 3.8 or newer on this computer, and the games need it to run.
echo Install it from python.org or from the Microsoft Store, then double-click this again.
echo Texts, boards, replays and the sheets to print work without it.
start "" "READ-ME-FIRST.html"
pause
goto end
:packed
echo The site is still packed. Close this, right-click the zip file, choose "Extract All",
echo and double-click start-windows in the folder that this makes.
pause
:end
popd
